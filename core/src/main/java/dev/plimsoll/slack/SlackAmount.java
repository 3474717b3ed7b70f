package dev.plimsoll.slack;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.slack.Placeholders.Kind;
import dev.plimsoll.slack.ReferenceNode.Choice;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The amount of slack: sums, and divisions that round up.
final class SlackAmount {

    /// The subject of reasons that are about no single node or pod.
    static final String ALL = "slack";

    private static final BigInteger WHOLE = BigInteger.valueOf(Percent.WHOLE.hundredths());

    private final SlackSeen seen;
    private final SlackPolicy policy;
    private final List<Node> counted;
    private final PodCounts pods;
    private final AskedPlaceholders asked;
    private final BiggestPlaceholders largest;
    private final List<Reason> reasons = new ArrayList<>();
    private final List<Placeholders> placeholders = new ArrayList<>();

    SlackAmount(SlackSeen seen, SlackPolicy policy) {
        this.seen = seen;
        this.policy = policy;
        counted = seen.counted();
        pods = new PodCounts(seen.cluster());
        asked = new AskedPlaceholders(pods, seen.cluster());
        largest = new BiggestPlaceholders(pods, policy.resources());
    }

    WantedSlack wanted() {
        var base = base();
        var extra = extra(policy.rate().share(), base);
        because(
                Rules.SLACK_EXTRA,
                fact("rate", policy.rate().share().toString()),
                fact("basis", policy.rate().basis() == Basis.CAPACITY ? "capacity" : "requests"),
                fact("base", Amounts.text(base)),
                fact("extra", Amounts.text(extra)),
                fact("nodes", counted.size()));
        if (policy.reading() != Reading.PLIMSOLL) {
            leaveOut();
        }
        switch (policy.reading()) {
            case PLIMSOLL -> placeholders(extra);
            case SOURCE_1 -> sourceOne(base, extra);
            case SOURCE_2_PODS -> sourceTwo(extra, biggestInEach());
            case SOURCE_2_SHAPE -> sourceTwo(extra, mostOfAll("biggest"));
        }
        return new WantedSlack(extra, placeholders, reasons);
    }

    /// The source knows neither annotations nor CapacityBuffers.
    private void leaveOut() {
        var all = asked.all();
        if (!all.isEmpty()) {
            reasons.add(
                    Reason.because(
                            Rules.SOURCE_LEAVES_OUT,
                            all.getFirst().like(),
                            fact(
                                    "placeholders",
                                    all.stream().mapToInt(Placeholders::count).sum())));
        }
    }

    /// Only what annotations and CapacityBuffers ask for.
    WantedSlack asked() {
        ask();
        return new WantedSlack(sum(List.of()), placeholders, reasons);
    }

    private void ask() {
        reasons.addAll(asked.reasons());
        placeholders.addAll(asked.all());
    }

    private void because(Rule rule, Fact... facts) {
        reasons.add(Reason.because(rule, ALL, facts));
    }

    /// What the rate is a share of.
    private Resources base() {
        return switch (policy.rate().basis()) {
            case CAPACITY -> capacity();
            case REQUESTS -> requests();
        };
    }

    /// A resource without a limit on some node does not count there.
    private Resources capacity() {
        boolean isSource = policy.reading() != Reading.PLIMSOLL;
        var rooms =
                counted.stream()
                        .map(node -> isSource ? node.allocatable() : ReferenceNode.room(node))
                        .toList();
        return sum(rooms);
    }

    /// The requests of pods that run on nodes that count, or that will run.
    private Resources requests() {
        var amounts = new ArrayList<Resources>();
        for (var node : seen.cluster().nodes()) {
            if (!seen.outside().contains(node.name())) {
                node.pods().stream()
                        .filter(some -> !some.shape().owner().staysWithNode())
                        .forEach(some -> amounts.add(requests(some)));
            }
        }
        seen.cluster().pending().stream()
                .filter(some -> some.shape().stage() == Shape.Stage.STAYING)
                .forEach(some -> amounts.add(requests(some)));
        return sum(amounts);
    }

    private static Resources requests(Pods some) {
        return some.shape().requests().times(some.count());
    }

    /// The sums of the resources that slack is about.
    private Resources sum(List<Resources> amounts) {
        var sums = Resources.NONE;
        for (var resource : policy.resources()) {
            long sum = 0;
            for (var each : amounts) {
                sum = Math.addExact(sum, each.asked(resource));
            }
            sums = sums.with(resource, sum);
        }
        return sums;
    }

    /// The share of each amount, rounded up.
    static Resources extra(Percent rate, Resources base) {
        var extra = base;
        for (var resource : base.names()) {
            var product =
                    BigInteger.valueOf(base.asked(resource))
                            .multiply(BigInteger.valueOf(rate.hundredths()));
            var up = product.add(WHOLE).subtract(BigInteger.ONE).divide(WHOLE);
            extra = extra.with(resource, up.longValueExact());
        }
        return extra;
    }

    private void placeholders(Resources extra) {
        ask();
        var node = ReferenceNode.of(seen, policy.pieces().reference(), pods);
        if (node.isEmpty()) {
            because(Rules.NO_REFERENCE_NODE);
            return;
        }
        explain(node.get());
        placeholders.addAll(biggest());
        standard(extra, node.get());
    }

    private void explain(ReferenceNode node) {
        var wanted = policy.pieces().reference();
        if (!wanted.isEmpty() && node.choice() != Choice.BY_POLICY) {
            reasons.add(Reason.because(Rules.NO_SUCH_REFERENCE, wanted));
        }
        var rule =
                switch (node.choice()) {
                    case SMALLEST -> Rules.REFERENCE_NODE;
                    case HOLDS_MOST -> Rules.REFERENCE_HOLDS_MOST;
                    case BY_POLICY -> Rules.REFERENCE_BY_POLICY;
                };
        reasons.add(
                Reason.because(
                        rule,
                        node.name(),
                        fact("percent", ReferenceNode.NEARLY_ALL),
                        fact("held", node.pods()),
                        fact("of", node.of()),
                        fact("room", Amounts.text(only(node.room(), resourcesOf(node))))));
    }

    /// The resources that slack is about and the node has.
    private Stream<String> resourcesOf(ReferenceNode node) {
        return policy.resources().stream().filter(node.room()::has);
    }

    private static Resources only(Resources amounts, Stream<String> resources) {
        var only = new TreeMap<String, Long>();
        resources.forEach(resource -> only.put(resource, amounts.asked(resource)));
        return Resources.of(only);
    }

    private List<Placeholders> biggest() {
        return switch (policy.biggest()) {
            case NONE -> List.of();
            case PODS -> biggestPods();
            case SHAPE -> {
                var most = mostOfAll("biggest");
                yield most.isEmpty() || isHeld(most.getFirst().shape()) ? most : fallBack(most);
            }
        };
    }

    private List<Placeholders> fallBack(List<Placeholders> most) {
        because(
                Rules.BIGGEST_SHAPE_TOO_LARGE,
                fact("most", Amounts.text(most.getFirst().shape().requests())));
        return biggestPods();
    }

    private List<Placeholders> biggestPods() {
        var biggest = largest.biggestPods();
        if (!biggest.isEmpty()) {
            because(
                    Rules.BIGGEST_PODS,
                    fact("pods", biggest.size()),
                    fact("example", biggest.getFirst().like()));
        }
        return biggest;
    }

    /// Some group has a node that holds a pod of the shape.
    private boolean isHeld(Shape shape) {
        return seen.templates().isEmpty()
                ? counted.stream().anyMatch(node -> holds(node, shape))
                : seen.templates().stream().anyMatch(one -> holds(one.node(), shape));
    }

    private static boolean holds(Node node, Shape shape) {
        return shape.requests().fitsIn(ReferenceNode.room(node));
    }

    /// One placeholder with the most of every resource; none if no pod requests any.
    private List<Placeholders> mostOfAll(String name) {
        var most = largest.most();
        boolean isNothing = most.names().stream().allMatch(one -> most.asked(one) == 0);
        return isNothing
                ? List.of()
                : List.of(Placeholders.biggest(name, most, Placement.ANYWHERE, ""));
    }

    /// Standard placeholders for what the others leave of the extra amounts.
    private void standard(Resources extra, ReferenceNode node) {
        var left = left(extra, placeholders);
        var usable = new ArrayList<String>();
        for (var resource : policy.resources()) {
            long offered = node.room().offered(resource);
            if (offered > 0 && offered < Resources.UNLIMITED) {
                usable.add(resource);
            } else if (left.asked(resource) > 0) {
                reasons.add(
                        Reason.because(
                                Rules.REFERENCE_LACKS, node.name(), fact("resource", resource)));
            }
        }
        boolean isHeld = usable.stream().allMatch(resource -> left.asked(resource) == 0);
        if (isHeld) {
            if (!placeholders.isEmpty()) {
                because(Rules.NAMED_HOLD_ALL);
            }
            return;
        }
        var size = StandardSize.of(node, usable, policy.pieces().granularity(), pods);
        reasons.add(
                Reason.because(
                        size.parts() == policy.pieces().granularity()
                                ? Rules.STANDARD_SIZE
                                : Rules.STANDARD_SIZE_HALVED,
                        node.name(),
                        fact("parts", size.parts()),
                        fact("requests", Amounts.text(size.requests()))));
        placeholders.addAll(size.cuts().holding(left));
    }

    /// The amounts without what some placeholders hold, not below zero.
    static Resources left(Resources extra, List<Placeholders> some) {
        var left = extra;
        for (var each : some) {
            left = left.less(each.requests());
        }
        return left;
    }

    /// Version 1 of the source: its number of placeholders does not depend on the rate.
    private void sourceOne(Resources base, Resources extra) {
        if (addSource(base)) {
            because(
                    Rules.SOURCE_COUNT,
                    fact("granularity", policy.pieces().granularity()),
                    fact("holds", Amounts.text(base)),
                    fact("extra", Amounts.text(extra)));
        }
    }

    /// Version 2 of the source: what some placeholders leave, in one part for each of its number.
    private void sourceTwo(Resources extra, List<Placeholders> biggest) {
        placeholders.addAll(biggest);
        var left = left(extra, biggest);
        for (var resource : extra.names()) {
            long asked = 0;
            for (var one : biggest) {
                asked = Math.addExact(asked, one.shape().requests().asked(resource));
            }
            if (asked > extra.asked(resource)) {
                because(
                        Rules.SOURCE_NEGATIVE,
                        fact("resource", resource),
                        fact("biggest", Amounts.text(resource, asked)),
                        fact("extra", Amounts.text(resource, extra.asked(resource))));
            }
        }
        addSource(left);
    }

    /// Amounts in as many parts as there are nodes times the granularity; whether there are any.
    private boolean addSource(Resources amounts) {
        long count = Math.multiplyExact((long) counted.size(), policy.pieces().granularity());
        var some = only(amounts, amounts.names().stream().filter(one -> amounts.asked(one) > 0));
        if (count == 0 || some.isEmpty()) {
            return false;
        }
        var cuts = new Cuts(some, count);
        placeholders.addAll(cuts.placeholders(Kind.STANDARD, "standard", some.names(), 0, count));
        because(
                Rules.SOURCE_SIZE,
                fact("placeholders", count),
                fact("requests", Amounts.text(placeholders.getLast().shape().requests())));
        return true;
    }

    /// The pod that requests the most of a resource, for each resource: the same pod twice if it
    /// has the most of both.
    private List<Placeholders> biggestInEach() {
        var biggest = new ArrayList<Placeholders>();
        for (var resource : policy.resources()) {
            for (var shape : largest.biggestIn(resource)) {
                biggest.add(
                        Placeholders.biggest(
                                "biggest-" + resource,
                                largest.size(shape),
                                Placement.ANYWHERE,
                                pods.example(shape)));
            }
        }
        return biggest;
    }
}
