package dev.plimsoll.cli;

import static java.util.stream.Collectors.joining;

import dev.plimsoll.formats.document.Loops;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.journal.Entry;
import dev.plimsoll.formats.journal.JournalFile;
import dev.plimsoll.turn.LoopId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Decides all recorded questions again.
final class Replay implements Command {

    private static final int SHOWN = 10;

    @Override
    public String name() {
        return "replay";
    }

    @Override
    public String summary() {
        return "repeat the decisions of a journal, optionally under another policy";
    }

    @Override
    public String operands() {
        return "JOURNAL";
    }

    @Override
    public List<Option> options() {
        return List.of(
                new Option("--with", "POLICY", "use this policy instead of the recorded one"),
                new Option("--all", "", "show every difference, not the first ten"));
    }

    @Override
    public String examples() {
        return """
        Exit code 0: all decisions are the same; 1: some differ, or the journal is damaged; 2: nothing
        was compared.

        examples:

          plimsoll replay day.journal
          plimsoll replay day.journal --with other-policy.yaml
        """;
    }

    @Override
    public ExitCode run(Arguments arguments, Console console) {
        var file = arguments.operands(1, 1).getFirst();
        var policies = new LinkedHashMap<LoopId, Object>();
        if (arguments.has("--with")) {
            var other = PolicyFile.read(Sources.of(arguments.text("--with", ""), console));
            Loops.of(other).setup().loops().forEach(loop -> policies.put(loop.id(), loop.policy()));
        }
        int shown = arguments.has("--all") ? Integer.MAX_VALUE : SHOWN;
        return new Rerun(policies, arguments.has("--with"), shown, console).run(file);
    }

    /// One pass over a journal.
    private static final class Rerun {

        private final Map<LoopId, Object> policies;
        private final boolean withOther;
        private final int shown;
        private final Console console;
        private final Set<LoopId> loops = new LinkedHashSet<>();
        private long decided;
        private long different;

        private Rerun(Map<LoopId, Object> policies, boolean withOther, int shown, Console console) {
            this.policies = policies;
            this.withOther = withOther;
            this.shown = shown;
            this.console = console;
        }

        private ExitCode run(String file) {
            try (var journal = Sources.journal(file);
                    var progress = new Progress(console, "replay")) {
                while (journal.hasNext()) {
                    switch (journal.next()) {
                        case Entry.Opened opened -> opened(opened);
                        case Entry.Decided<?, ?, ?> entry -> {
                            again(entry);
                            progress.say(decided + " decisions");
                        }
                        case Entry.Acted _, Entry.Failed _ -> {}
                    }
                }
                Sources.warn(journal, console);
            }
            return conclude();
        }

        private void opened(Entry.Opened opened) {
            if (opened.rules() != JournalFile.RULES) {
                console.warn(
                        "the journal was written by version "
                                + opened.rules()
                                + " of the rules, and this is version "
                                + JournalFile.RULES
                                + "; differences may be intended");
            }
        }

        private <S, P, M> void again(Entry.Decided<S, P, M> entry) {
            decided++;
            loops.add(entry.loop());
            var now = withOther ? underOther(entry) : entry.again();
            if (now.equals(entry.text())) {
                return;
            }
            different++;
            if (different <= shown) {
                Difference.print(entry, now, console);
            }
        }

        @SuppressWarnings("unchecked") // Loops of one id have the same types.
        private <S, P, M> String underOther(Entry.Decided<S, P, M> entry) {
            var other = policies.get(entry.loop());
            return other != null ? entry.again((P) other) : entry.again();
        }

        private ExitCode conclude() {
            var loopNames = loops.stream().map(LoopId::name).collect(joining(", "));
            if (withOther && policies.keySet().stream().noneMatch(loops::contains)) {
                console.error(
                        "nothing was compared: the policy has none of the groups of the journal ("
                                + loopNames
                                + ")");
                return ExitCode.BAD_INPUT;
            }
            for (var loop : policies.keySet()) {
                if (!loops.contains(loop)) {
                    console.warn(
                            "the journal has no decision about '"
                                    + loop.name()
                                    + "'; its groups are "
                                    + loopNames);
                }
            }
            if (different == 0) {
                console.line("same decisions: " + decided + " decided again");
                return ExitCode.DONE;
            }
            if (different > shown) {
                console.line("… and " + (different - shown) + " more; --all shows them");
            }
            console.line(different + " of " + decided + " decisions differ");
            return ExitCode.NO;
        }
    }
}
