package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.Yaml;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.Questions;
import dev.plimsoll.formats.document.Questions.Asked;
import java.util.List;

/// Answers question documents.
final class Decide implements Command {

    @Override
    public String name() {
        return "decide";
    }

    @Override
    public String summary() {
        return "a question document in, a decision out";
    }

    @Override
    public String operands() {
        return "FILE…";
    }

    @Override
    public List<Option> options() {
        return List.of(new Option("-o", "FORMAT", "table (sentences, the default), json or yaml"));
    }

    @Override
    public String examples() {
        return """
        FILE may be -, and may hold thousands of questions; they are answered in order.

        examples:

          plimsoll decide docs/examples/sizing-scale-up.yaml
          plimsoll decide docs/examples/sizing-scale-up.yaml -o json
        """;
    }

    @Override
    public int run(Arguments arguments, Console console) {
        var format = arguments.choice("-o", "table", List.of("table", "json", "yaml"));
        for (var file : arguments.operands(1, Integer.MAX_VALUE)) {
            var mistakes = new Mistakes();
            var source = Sources.of(file, console);
            try (var documents = Values.read(source, mistakes)) {
                if (!documents.hasNext()) {
                    throw new BadInput(
                            source.place(), "", "there is no question in it; write one or more");
                }
                while (documents.hasNext()) {
                    var document = documents.next();
                    answer(Questions.read(document, mistakes), document.place(), format, console);
                }
            }
        }
        return Main.DONE;
    }

    private static <S, P, M> void answer(
            Asked<S, P, M> asked, Place place, String format, Console console) {
        var decision = decide(asked, place);
        var tree = Decisions.answer(asked.kind(), asked.question(), decision);
        switch (format) {
            case "json" -> console.out().println(Json.text(tree));
            case "yaml" -> console.out().print("---\n" + Yaml.text(tree));
            default -> {
                Sentences.print(decision, console.out());
                var beside = asked.kind().beside(asked.question(), decision);
                beside.forEach((name, value) -> Sentences.beside(name, value, console.out()));
            }
        }
    }

    private static <M> Decision<M> decide(Asked<?, ?, M> asked, Place place) {
        try {
            return asked.decide();
        } catch (ArithmeticException tooLarge) {
            throw new BadInput(
                    place,
                    "",
                    "the amounts of this question add up to more than can be"
                            + " counted ("
                            + Long.MAX_VALUE
                            + "); check their units");
        }
    }
}
