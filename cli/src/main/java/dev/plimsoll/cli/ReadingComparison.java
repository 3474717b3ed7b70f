package dev.plimsoll.cli;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.document.SizedGroup;
import dev.plimsoll.formats.page.SizedPlan;
import dev.plimsoll.formats.page.Table;
import dev.plimsoll.sizing.Past;
import dev.plimsoll.sizing.Policy;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Seen;
import dev.plimsoll.sizing.Sizing;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Counts the decisions in which Escalator's rules would take other steps, from the same facts: the
/// same nodes and pods, and the same memory.
final class ReadingComparison {

    private final Map<String, Row> rows = new LinkedHashMap<>();

    /// The decisions of a group.
    private static final class Row {
        private final Policy escalator;
        private long decisions;
        private long others;
        private String first = "";
        private String here = "";
        private String there = "";

        private Row(Policy escalator) {
            this.escalator = escalator;
        }
    }

    /// Groups that follow Escalator's rules are not compared.
    ReadingComparison(List<SizedGroup> sized) {
        for (var group : sized) {
            if (group.policy().reading() == Reading.PLIMSOLL) {
                rows.put(group.name(), new Row(group.escalator()));
            }
        }
    }

    void decided(Question<?, ?, ?> question, Decision<?> decision) {
        if (question.seen() instanceof Seen seen && question.past() instanceof Past past) {
            Optional.ofNullable(rows.get(seen.group().name()))
                    .ifPresent(row -> compare(row, seen, past, question, decision));
        }
    }

    private static void compare(
            Row row, Seen seen, Past past, Question<?, ?, ?> question, Decision<?> decision) {
        var same =
                new Question<>(
                        seen,
                        row.escalator,
                        past,
                        question.last(),
                        question.now(),
                        question.seed());
        var other = new Sizing().decide(same);
        row.decisions++;
        if (!SizedPlan.areSame(decision, other)) {
            note(row, question.now(), decision, other);
        }
    }

    private static void note(Row row, Instant now, Decision<?> here, Decision<?> there) {
        if (row.others == 0) {
            row.first = Sentences.time(now);
            row.here = words(here);
            row.there = words(there);
        }
        row.others++;
    }

    private static String words(Decision<?> decision) {
        var steps = decision.plan().steps();
        return steps.isEmpty() ? "no step" : Sentences.brief(steps);
    }

    /// A row a group; nothing if no group is compared.
    Optional<Table> table() {
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        var table =
                Table.with("group", "decisions", "other steps", "first at", "here", "Escalator");
        rows.forEach((name, row) ->
                table.row(name, row.decisions, row.others, row.first, row.here, row.there));
        return Optional.of(table.build());
    }
}
