package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.decision.Answer;
import dev.plimsoll.decision.Question;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.document.ScalingKind;
import dev.plimsoll.formats.kubernetes.ClusterReader;
import dev.plimsoll.formats.page.SizedPlan;
import dev.plimsoll.formats.prices.GroupPrices;
import dev.plimsoll.formats.prices.PriceFile;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Prices;
import dev.plimsoll.formats.prices.Prices.Terms;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.formats.prices.Regions;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.scaling.ScaleDownPolicy;
import dev.plimsoll.selection.ObjectName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Stream;

/// A cluster as read from files: the question that its dump asks, with a policy if one is named.
///
/// @param inventory the pods by name
/// @param sized the decisions about groups that are sized by their utilisation
/// @param messages what the scheduler says about pending pods that it could not place
/// @param warnings about what the dump lacks, objects that were skipped, and prices
record Dump(
        Inventory inventory,
        Question<Cluster, Policy, Past> question,
        List<SizedPlan> sized,
        SortedMap<ObjectName, String> messages,
        List<String> warnings) {

    /// The command that makes a dump.
    static final String KUBECTL = ClusterReader.KUBECTL;

    /// @param policy a file; empty for none
    /// @param options override the prices of the policy
    static Dump read(ClusterOrigin origin, String policy, PriceOptions options, Console console) {
        var file = policy(policy);
        var prices = file.map(PolicyFile::prices).orElse(PricesFrom.LIST).in(policy);
        var pricing = pricing(options.over(prices));
        var inventory = new Inventory();
        var summary = origin.read(inventory, console);
        var warnings = new ArrayList<>(summary.warnings());
        if (inventory.cluster().nodes().isEmpty() && inventory.podCount() == 0) {
            warnings.forEach(console::warn);
            throw nothingIn(origin);
        }
        file.ifPresent(read -> declare(read, inventory, warnings));
        var declared = file.map(PolicyFile::declared).orElse(List.of());
        var grouped = Grouping.of(inventory.cluster(), declared);
        if (file.isPresent()) {
            Grouping.conflict(grouped).ifPresent(conflict -> refuse(conflict, policy));
            refuseUnknown(grouped, declared, policy);
        }
        warnings.addAll(Evidence.of(inventory, summary, grouped));
        var priced = pricing.priced(Grouping.within(grouped, summary.pools()));
        warnings.addAll(priced.warnings());
        var scaling =
                file.map(PolicyFile::scaling).orElse(Policy.DEFAULT.with(ScaleDownPolicy.OFF));
        var sized = sized(file, priced.cluster(), summary.latest());
        var cluster = withoutPodsOf(sized, priced.cluster());
        var question = question(cluster, scaling, summary.latest());
        return new Dump(inventory, question, sized, summary.messages(), warnings);
    }

    private static List<SizedPlan> sized(Optional<PolicyFile> file, Cluster cluster, Instant now) {
        return file.map(PolicyFile::sized).orElse(List.of()).stream()
                .map(group -> SizedPlan.of(cluster, group, now))
                .toList();
    }

    /// The cluster without the pending pods that groups sized by utilisation count.
    private static Cluster withoutPodsOf(List<SizedPlan> sized, Cluster cluster) {
        var theirs = new HashSet<Shape>();
        sized.forEach(plan -> plan.pods().forEach(pods -> theirs.add(pods.shape())));
        return cluster.withPending(
                cluster.pending().stream().filter(pods -> !theirs.contains(pods.shape())).toList());
    }

    private static Optional<PolicyFile> policy(String policy) {
        return policy.isEmpty()
                ? Optional.empty()
                : Optional.of(PolicyFile.read(Source.file(Source.path(policy))));
    }

    private static void declare(PolicyFile file, Inventory inventory, List<String> warnings) {
        warnings.addAll(Remarks.of(file.unplanned()));
        warnings.addAll(Remarks.of(file.ignored()));
        file.subnets().forEach(inventory::put);
    }

    private static Question<Cluster, Policy, Past> question(
            Cluster cluster, Policy policy, Instant now) {
        return new Question<>(cluster, policy, Past.NONE, List.of(), now, 0);
    }

    /// @param origin for a mistake in it
    Answer<Past, Proposal> answer(ClusterOrigin origin) {
        try {
            return new ScalingKind().answer(question);
        } catch (ArithmeticException tooLarge) {
            throw new BadInput(origin.place(), "", Plan.TOO_LARGE);
        }
    }

    /// The warnings, with what contradicts the answer.
    List<String> warnings(Proposal answer) {
        return Stream.concat(
                        Evidence.contradictions(inventory, answer, messages), warnings.stream())
                .toList();
    }

    private static void refuseUnknown(Cluster grouped, List<Group> declared, String policy) {
        for (var name : Grouping.unknown(grouped, declared)) {
            throw new BadInput(
                    Place.whole(policy),
                    "groups",
                    "no inferred group is named '"
                            + name
                            + "'; the dump has "
                            + String.join(", ", grouped.groups().keys())
                            + "; rename it, or add match: {labels: {…}} with the labels of its"
                            + " nodes");
        }
    }

    private static void refuse(Grouping.Conflict conflict, String policy) {
        throw new BadInput(
                Place.whole(policy),
                "groups",
                "node "
                        + conflict.node()
                        + " matches both '"
                        + conflict.first()
                        + "' and '"
                        + conflict.second()
                        + "'; add a label to one of them that the node does not carry");
    }

    static GroupPrices pricing(PricesFrom from) {
        var file =
                from.file().isEmpty()
                        ? PriceFile.NONE
                        : PriceFile.read(Source.file(Source.path(from.file())));
        var region =
                Regions.builtIn().find(from.region()).orElseGet(() -> Region.of(from.region()));
        return new GroupPrices(
                new Prices(PriceList.builtIn(), new Terms(file, region, from.spot())));
    }

    static BadInput nothingIn(ClusterOrigin origin) {
        return new BadInput(
                origin.place(),
                "",
                "the dump has neither nodes nor pods; dump them with '" + KUBECTL + "'");
    }
}
