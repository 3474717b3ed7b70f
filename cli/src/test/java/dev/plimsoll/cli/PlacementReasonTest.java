package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.checker.Checker;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The reason that `plan --explain pod` gives for a node is true. An independent checker recounts
/// it.
class PlacementReasonTest {

    private static final int MOST_PODS = 4;

    /// The only forms of the first sentence.
    private static final Pattern SENTENCE =
            Pattern.compile(
                    "the plan puts it on (?<node>[^ ,;]+)"
                            + "(?:(?<later>, which takes it beside other pods of the plan)"
                            + "|(?<only>, the only existing node that takes it)"
                            + "|, the first of (?<first>\\d+) existing nodes that take it"
                            + "|; of (?<free>\\d+) existing nodes that take it, the first that does"
                            + " beside the other pods of the plan"
                            + "|, one of (?<one>\\d+) existing nodes that take it"
                            + "|, a new node of (?<group>[^ ;]+)(?: in (?<zone>[^ ;]+))?"
                            + "(?:(?<none>; no existing node takes it)"
                            + "|; the (?<full>existing node that takes it does|\\d+ existing nodes"
                            + " that take it do) not take it beside the other pods of the plan)?)");

    @TempDir private Path folder = Path.of("");

    private final Map<String, Integer> seen = new TreeMap<>();

    @Test
    void saysOnlyWhatAnotherJudgeSees() {
        Seeds.forOneIn(
                25,
                random -> {
                    var dump = new AnyDump(random);
                    var policy = random.nextBoolean() ? dump.policy() : "";
                    var judged = new Judged(folder, dump.toString(), policy);
                    var scene = judged.scene();

                    for (var placed : scene.placed().stream().limit(MOST_PODS).toList()) {
                        check(judged, scene, placed);
                    }
                    scene.left().stream()
                            .limit(1)
                            .forEach(pod ->
                                    assertThat(Plain.list(explained(judged, pod), "foot"))
                                            .asString()
                                            .isEqualTo("[the plan leaves it unschedulable]"));
                });

        assertThat(seen.keySet())
                .contains("only", "first", "free", "group", "none", "full", "fewest", "another");
    }

    private static Map<?, ?> explained(Judged judged, String pod) {
        return judged.asked("--explain", "pod", pod);
    }

    private void check(Judged judged, Judged.Scene scene, Checker.Placed placed) {
        var page = explained(judged, Judged.nameOf(placed.pod()));
        var foot = Plain.list(page, "foot");
        var found = SENTENCE.matcher(foot.getFirst().toString());
        assertThat(found.matches()).as(foot.getFirst().toString()).isTrue();
        var closed =
                scene.before().stream()
                        .filter(DumpNode::isNode)
                        .map(DumpNode::new)
                        .filter(DumpNode::isNoRoom)
                        .map(DumpNode::name)
                        .toList();
        var nodes =
                rows(page, "existing nodes").stream()
                        .map(row -> Plain.text(row, "node"))
                        .filter(node -> !closed.contains(node))
                        .toList();
        var before = new Checker(scene.before());
        var after = afterOthers(scene, placed);
        var taking = nodes.stream().filter(node -> takes(before, placed, node)).toList();
        var still = taking.stream().filter(node -> takes(after, placed, node)).toList();

        var node = placed.node();
        assertThat(found.group("node")).isEqualTo(node);
        sees(found, "later", () -> assertThat(taking).doesNotContain(node));
        sees(found, "only", () -> assertThat(taking).containsExactly(node));
        sees(
                found,
                "first",
                () -> {
                    assertThat(taking).startsWith(node);
                    assertThat(found.group("first")).isEqualTo("" + taking.size());
                });
        sees(
                found,
                "free",
                () -> {
                    assertThat(still).startsWith(node);
                    assertThat(found.group("free")).isEqualTo("" + taking.size());
                });
        sees(
                found,
                "one",
                () -> {
                    assertThat(taking).contains(node);
                    assertThat(found.group("one")).isEqualTo("" + taking.size());
                });
        sees(
                found,
                "group",
                () -> {
                    assertThat(nodes).doesNotContain(node);
                    chosen(judged, page, found.group("group"), foot.getLast().toString());
                });
        sees(found, "none", () -> assertThat(taking).isEmpty());
        sees(
                found,
                "full",
                () -> {
                    assertThat(taking).isNotEmpty();
                    assertThat(still).isEmpty();
                });
    }

    private void sees(MatchResult found, String part, Runnable check) {
        if (found.group(part) != null) {
            seen.merge(part, 1, Integer::sum);
            check.run();
        }
    }

    /// The second sentence about a new node.
    private void chosen(Judged judged, Map<?, ?> page, String group, String why) {
        if (why.contains("leaves the fewest")) {
            seen.merge("fewest", 1, Integer::sum);
            Plain.maps(judged.plan(), "alternatives").forEach(other -> isNoBetter(judged, other));
        } else if (why.startsWith("no new node of another")) {
            seen.merge("another", 1, Integer::sum);
            for (var row : rows(page, "new nodes")) {
                assertThat(Plain.text(row, "fits").equals("yes"))
                        .isEqualTo(Plain.text(row, "group").equals(group));
            }
        } else {
            assertThat(why)
                    .isIn(
                            group + " gets this node to reach its minimum",
                            "the groups that grow are chosen by the strategies of the policy");
        }
    }

    private static void isNoBetter(Judged judged, Map<?, ?> other) {
        boolean costsLess =
                other.containsKey("costHour")
                        && new BigDecimal(Plain.text(other, "costHour"))
                                        .compareTo(judged.dollars("afterHour"))
                                < 0;
        assertThat(Plain.number(other, "left")).isGreaterThanOrEqualTo(judged.left());
        if (costsLess) {
            assertThat(Plain.number(other, "left")).isGreaterThan(judged.left());
        }
    }

    private static boolean takes(Checker checker, Checker.Placed pod, String node) {
        return checker.refusal(pod.pod(), node).isEmpty();
    }

    private static Checker afterOthers(Judged.Scene scene, Checker.Placed pod) {
        var checker = new Checker(scene.objects());
        scene.placed().stream()
                .filter(other -> !other.equals(pod))
                .forEach(other -> checker.place(other.pod(), other.node()));
        return checker;
    }

    private static List<Map<?, ?>> rows(Map<?, ?> page, String title) {
        var rows = new ArrayList<Map<?, ?>>();
        for (var section : Plain.maps(page, "sections")) {
            if (Plain.text(section, "title").equals(title)) {
                rows.addAll(Plain.maps(section, "rows"));
            }
        }
        return rows;
    }
}
