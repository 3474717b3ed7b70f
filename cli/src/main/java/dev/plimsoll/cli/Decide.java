package dev.plimsoll.cli;

import dev.plimsoll.decision.Answer;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Documents;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Kind;
import dev.plimsoll.formats.document.Questions;
import dev.plimsoll.formats.document.Questions.Asked;
import dev.plimsoll.formats.page.PlanPage;
import dev.plimsoll.formats.page.PlanPage.Detail;
import dev.plimsoll.scaling.Proposal;
import java.util.List;

/// Answers question documents.
final class Decide implements Command {

    @Override
    public String name() {
        return "decide";
    }

    @Override
    public String summary() {
        return "answer question documents with decisions";
    }

    @Override
    public String operands() {
        return "FILE…";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option(
                        "-o",
                        "FORMAT",
                        "table (sentences, the default), json or yaml",
                        List.of("table", "json", "yaml")));
    }

    @Override
    public String examples() {
        return """
        FILE may be -. A file may hold thousands of questions; they are answered in order. A question
        with a mistake is reported and skipped, and the exit code is 2.

        examples:

          plimsoll decide docs/examples/sizing-scale-up.yaml
          plimsoll decide docs/examples/sizing-scale-up.yaml -o json
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var format = arguments.choice("-o");
        var answering = new Answering(format, console);
        arguments.operands(1, Integer.MAX_VALUE).forEach(answering::file);
        return answering.conclude();
    }

    /// One pass over all files.
    private static final class Answering {

        private final String format;
        private final Console console;
        private long answered;
        private long skipped;
        private boolean isCutShort;

        private Answering(String format, Console console) {
            this.format = format;
            this.console = console;
        }

        private void file(String file) {
            var mistakes = new Mistakes();
            var source = Sources.of(file, console);
            try (var documents = Values.read(source, mistakes)) {
                if (!documents.hasNext()) {
                    throw new BadInput(
                            source.place(), "", "there is no question in it; write one or more");
                }
                while (documents.hasNext()) {
                    document(documents, mistakes);
                }
            } catch (BadInput unreadable) {
                // The rest of the file cannot be found behind a broken text.
                isCutShort = true;
                console.error(String.valueOf(unreadable.getMessage()));
            }
        }

        private void document(Documents documents, Mistakes mistakes) {
            var document = documents.next();
            try {
                mistakes.throwIfAny();
                answer(document);
                answered++;
            } catch (BadInput wrong) {
                mistakes.clear();
                skipped++;
                console.error(String.valueOf(wrong.getMessage()));
            }
        }

        private void answer(Value document) {
            answer(Questions.read(document, new Mistakes()), document.place());
        }

        private <S, P, M, A> void answer(Asked<S, P, M, A> asked, Place place) {
            var answer = decide(asked, place);
            switch (format) {
                case "json" ->
                        console.out().println(Json.text(Decisions.answer(asked.kind(), answer)));
                case "yaml" ->
                        console.out()
                                .print("---\n" + Yaml.text(Decisions.answer(asked.kind(), answer)));
                default -> print(asked.kind(), answer);
            }
        }

        private <M, A> void print(Kind<?, ?, M, A> kind, Answer<M, A> answer) {
            if (answer.details() instanceof Proposal proposal) {
                var warnings = proposal.warnings().stream().map(Advice::sentence).toList();
                int pods = proposal.facts().cluster().podCount();
                var page = PlanPage.of(pods, proposal, warnings, Detail.SHORT);
                console.page(page);
                return;
            }
            Sentences.print(answer.decision(), console);
            kind.details(answer.details())
                    .forEach((name, value) -> Sentences.beside(name, value, console));
        }

        private static <M, A> Answer<M, A> decide(Asked<?, ?, M, A> asked, Place place) {
            try {
                return asked.answer();
            } catch (ArithmeticException tooLarge) {
                throw new BadInput(place, "", Plan.TOO_LARGE);
            }
        }

        private ExitCode conclude() {
            if (skipped == 0 && !isCutShort) {
                return ExitCode.DONE;
            }
            if (answered + skipped > 1) {
                console.error(
                        answered
                                + " of "
                                + (answered + skipped)
                                + " questions answered"
                                + (isCutShort ? "; the rest could not be read" : ""));
            }
            return ExitCode.BAD_INPUT;
        }
    }
}
