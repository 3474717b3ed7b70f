package dev.plimsoll.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.sizing.Policy.Counting;
import dev.plimsoll.sizing.Policy.Drop;
import dev.plimsoll.sizing.Policy.Reading;
import dev.plimsoll.sizing.Policy.Shrink;
import dev.plimsoll.sizing.Policy.Whose;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which pods a group counts as its own.
class WhosePodsTest {

    private static final Resources EACH = OneGroup.size(1_000, 1_000);
    private static final Drop NEVER = new Drop(new Percent(0), 0);

    /// No two pods on one node.
    private static final Placement APART =
            new Placement(
                    Labels.NONE,
                    new Affinity.Anywhere(),
                    List.of(),
                    new PodConstraints(
                            List.of(),
                            List.of(
                                    new PodTerm(
                                            List.of("shop"),
                                            Selector.nothing(),
                                            Selector.everything(),
                                            Node.HOSTNAME)),
                            List.of()),
                    List.of(),
                    List.of(),
                    List.of());

    private static final Policy SELECTED = policy(Whose.SELECTED);
    private static final Policy FITTING = policy(Whose.FITTING);

    /// Groups carry the label `team`; a pod selects by its node selector, or by an affinity.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    group   | its labels         | pod selects        | by       | selected | fitting
                    blue    | team=blue          | team=blue          | selector | true     | true
                    blue    | team=blue          | team=green         | selector | false    | false
                    blue    | team=blue          | team=red           | selector | false    | false
                    blue    | team=blue          |                    | selector | false    | true
                    blue    | team=blue          | team=blue          | IN       | true     | true
                    blue    | team=blue          | team=green         | IN       | false    | false
                    blue    | team=blue          | team=green         | NOT_IN   | false    | true
                    blue    | team=blue          | team=blue          | NOT_IN   | false    | false
                    blue    | team=blue disk=ssd | team=blue          | selector | false    | true
                    blue    | team=blue disk=ssd | team=blue disk=ssd | selector | true     | true
                    blue    | team=blue disk=ssd | team=blue disk=ssd | IN       | true     | true
                    default | team=blue          |                    | selector | true     | true
                    default | team=blue          | team=blue          | selector | false    | true
                    default | team=blue          | team=blue          | IN       | false    | true
                    default | team=blue          | team=green         | selector | false    | false
                    """)
    void aPodThatWaitsIsCountedIfTheGroupIsSelectedOrFits(
            String group,
            String labels,
            String selects,
            String by,
            boolean selected,
            boolean fits) {
        var pod = shape(Owner.REPLICA_SET, selects, by);

        assertThat(counts(group, labels, SELECTED, pod)).isEqualTo(selected);
        assertThat(counts(group, labels, FITTING, pod)).isEqualTo(fits);
    }

    /// The table of Escalator's pod filters, and its rule for pods with other affinity.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    row               | group   | its labels       | pod selects      | by       | owner       | counted
                    selector          | example | customer=example | customer=example | selector | REPLICA_SET | true
                    other group       | kitt    | customer=kitt    | customer=example | selector | REPLICA_SET | false
                    wrong key         | example | customer=example | wrong=example    | selector | REPLICA_SET | false
                    wrong value       | example | customer=example | customer=wrong   | selector | REPLICA_SET | false
                    wrong both        | example | customer=example | wrong=wrong      | selector | REPLICA_SET | false
                    DaemonSet         | example | customer=example | customer=example | selector | DAEMON_SET  | false
                    affinity          | example | customer=example | customer=example | IN       | REPLICA_SET | true
                    affinity, other   | shared  | customer=shared  | customer=example | IN       | REPLICA_SET | false
                    affinity NotIn    | example | customer=example | customer=example | NOT_IN   | REPLICA_SET | false
                    default, plain    | default | customer=shared  |                  | selector | REPLICA_SET | true
                    default, selector | default | customer=shared  | customer=shared  | selector | REPLICA_SET | false
                    default, no value | default | customer=shared  | customer=        | selector | REPLICA_SET | false
                    default, no key   | default | customer=shared  | =shared          | selector | REPLICA_SET | false
                    default, affinity | default | customer=shared  | customer=shared  | IN       | REPLICA_SET | false
                    default, Daemon   | default | customer=shared  |                  | selector | DAEMON_SET  | false
                    default, apart    | default | customer=shared  |                  | apart    | REPLICA_SET | false
                    """)
    void countsThePodsThatEscalatorCounts(
            String row,
            String group,
            String labels,
            String selects,
            String by,
            Owner owner,
            boolean counted) {
        var source = Policy.defaults(Reading.SOURCE).with(new Limits(0, 9));

        assertThat(counts(group, labels, source, shape(owner, selects, by)))
                .as(row)
                .isEqualTo(counted);
    }

    @Test
    void aPodThatRunsHereIsCountedIfItSelectsTheGroupOrIfAllThatFitAre() {
        var stranger = shape(Owner.REPLICA_SET, "", "selector");
        var own = shape(Owner.REPLICA_SET, "team=blue", "selector");

        assertThat(usePercent(SELECTED, pods(stranger))).isEqualByComparingTo("0");
        assertThat(usePercent(FITTING, pods(stranger))).isEqualByComparingTo("60");
        assertThat(usePercent(SELECTED, pods(own))).isEqualByComparingTo("60");
        assertThat(usePercent(FITTING, pods(own))).isEqualByComparingTo("60");
    }

    @Test
    void aPodThatSelectsAnotherGroupIsNotCountedThoughItFits() {
        var template = new Template(EACH, labels("disk=ssd"), List.of());
        var group =
                new Group(
                        "blue",
                        labels("team=blue"),
                        0,
                        Limits.UNLIMITED,
                        template,
                        OneGroup.NO_PRICE);
        var pending = List.of(pods(shape(Owner.REPLICA_SET, "disk=ssd", "selector")));
        var alone = new Seen(group, List.of(), pending, List.of());
        var beside = new Seen(group, List.of(), pending, List.of(labels("disk=ssd")));

        assertThat(decide(alone, FITTING).plan().steps()).hasSize(1);
        assertThat(decide(beside, FITTING).plan().steps()).isEmpty();
    }

    @Test
    void notesPendingPodsThatSelectNoGroup() {
        var group = group("blue", labels("team=blue"));
        var none = pods(shape(Owner.REPLICA_SET, "", "selector"));
        var green = pods(shape(Owner.REPLICA_SET, "team=green", "selector"));
        var daemon = pods(shape(Owner.DAEMON_SET, "", "selector"));
        var others = List.of(labels("team=green"));

        var stray = new Seen(group, List.of(), List.of(none, green, daemon), others);
        var othersOwn = new Seen(group, List.of(), List.of(green, daemon), others);

        assertThat(OneGroup.sentences(decide(stray, SELECTED)))
                .startsWith("the demand of blue leaves out 1 pod that selects no group: shop/pod");
        assertThat(OneGroup.effects(decide(stray, SELECTED)))
                .startsWith("pods-without-group NOTED");
        assertThat(OneGroup.codes(decide(othersOwn, SELECTED)))
                .doesNotContain("pods-without-group");
        assertThat(OneGroup.codes(decide(stray, FITTING))).doesNotContain("pods-without-group");
    }

    @Test
    void notesPendingPodsThatSelectTwoGroups() {
        var either = new Requirement("team", Operator.IN, List.of("blue", "green"));
        var anyOf = new Affinity.AnyOf(List.of(new Affinity.Term(List.of(either), List.of())));
        var shape =
                new Shape(
                        "shop",
                        Labels.NONE,
                        OneGroup.size(600, 0),
                        new Placement(Labels.NONE, anyOf, List.of()),
                        Owner.REPLICA_SET,
                        0);
        var group = group("blue", labels("team=blue"));
        var seen = new Seen(group, List.of(), List.of(pods(shape)), List.of(labels("team=green")));

        assertThat(OneGroup.sentences(decide(seen, SELECTED)))
                .startsWith("1 pod of blue selects another group too and counts in both: shop/pod");
    }

    @Test
    void whatBelongsToANodeIsNeverDemand() {
        for (var owner : List.of(Owner.DAEMON_SET, Owner.NODE)) {
            var pod = shape(owner, "team=blue", "selector");

            assertThat(counts("blue", "team=blue", SELECTED, pod)).isFalse();
            assertThat(counts("blue", "team=blue", FITTING, pod)).isFalse();
        }
    }

    private static boolean counts(String name, String labels, Policy policy, Shape pod) {
        var group = group(name, labels(labels));
        var seen = new Seen(group, List.of(), List.of(pods(pod)), List.of(labels("team=green")));
        return decide(seen, policy).plan().steps().size() == 1;
    }

    private static BigDecimal usePercent(Policy policy, Pods running) {
        var group = group("blue", labels("team=blue")).with(1);
        var node =
                Node.of("n1", EACH)
                        .withCreated(AnyQuestion.NOW)
                        .withLabels(group.labels())
                        .with(List.of(running));
        var reason =
                decide(new Seen(group, List.of(node), List.of(), List.of()), policy)
                        .reasons()
                        .getLast();
        assertThat(reason.rule().code()).isEqualTo("within-thresholds");
        return new BigDecimal(
                reason.facts().stream()
                        .filter(fact -> fact.name().equals("cpuPercent"))
                        .findFirst()
                        .orElseThrow()
                        .text());
    }

    private static Decision<Past> decide(Seen seen, Policy policy) {
        return new Sizing()
                .decide(new Question<>(seen, policy, Past.NONE, List.of(), AnyQuestion.NOW, 0));
    }

    private static Pods pods(Shape shape) {
        return new Pods(shape, 1, "pod");
    }

    private static Group group(String name, Labels labels) {
        var template = new Template(EACH, labels, List.of());
        return new Group(name, labels, 0, Limits.UNLIMITED, template, OneGroup.NO_PRICE);
    }

    private static Shape shape(Owner owner, String selects, String by) {
        var labels = labels(selects);
        var placement =
                switch (by) {
                    case "selector" -> new Placement(labels, new Affinity.Anywhere(), List.of());
                    case "apart" -> APART;
                    default ->
                            new Placement(
                                    Labels.NONE, affinity(Operator.valueOf(by), labels), List.of());
                };
        return new Shape("shop", Labels.NONE, OneGroup.size(600, 0), placement, owner, 0);
    }

    private static Affinity affinity(Operator operator, Labels labels) {
        var requirements =
                labels.toMap().entrySet().stream()
                        .map(label ->
                                new Requirement(
                                        label.getKey(), operator, List.of(label.getValue())))
                        .toList();
        return new Affinity.AnyOf(List.of(new Affinity.Term(requirements, List.of())));
    }

    /// `key=value key=value`
    private static Labels labels(String text) {
        var labels = new TreeMap<String, String>();
        if (text != null && !text.isEmpty()) {
            Arrays.stream(text.split(" "))
                    .map(pair -> pair.split("=", 2))
                    .forEach(pair -> labels.put(pair[0], pair[1]));
        }
        return Labels.of(labels);
    }

    private static Policy policy(Whose whose) {
        var defaults = Policy.defaults(Reading.PLIMSOLL);
        var counting = defaults.counting();
        return defaults.with(new Limits(0, 9))
                .with(new Shrink(NEVER, NEVER, defaults.shrink().order(), Duration.ZERO))
                .with(new Counting(whose, counting.daemonSets(), counting.finishOnDraining()));
    }
}
