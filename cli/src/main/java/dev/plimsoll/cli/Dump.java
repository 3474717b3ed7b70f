package dev.plimsoll.cli;

import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Inventory;
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
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.savings.Savings;
import dev.plimsoll.savings.SavingsRow;
import dev.plimsoll.savings.SavingsSeen;
import dev.plimsoll.scaling.Past;
import dev.plimsoll.scaling.Policy;
import dev.plimsoll.scaling.Proposal;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.WellKnown;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A cluster as read from files: the question that its dump asks, with a policy if one is named.
///
/// @param inventory the pods by name
/// @param sized the decisions about groups that are sized by their utilisation
/// @param messages what the scheduler says about pending pods that it could not place
/// @param prices where prices come from
/// @param warnings about what the dump lacks, objects that were skipped, and prices
record Dump(
        Inventory inventory,
        Question<Cluster, Policy, Past> question,
        List<SizedPlan> sized,
        SortedMap<ObjectName, String> messages,
        GroupPrices prices,
        List<String> warnings) {

    /// The command that makes a dump.
    static final String KUBECTL = ClusterReader.KUBECTL;

    /// @param policy a file; empty for none
    /// @param arguments override the prices of the policy and its rate of slack
    static Dump read(ClusterOrigin origin, String policy, Arguments arguments, Console console) {
        var file = policy(policy);
        var prices = file.map(PolicyFile::prices).orElse(PricesFrom.LIST).in(policy);
        var pricing = new PriceOptions(arguments).over(prices).pricing();
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
                new ExtraCapacity(arguments)
                        .over(file.map(PolicyFile::scaling).orElse(Policy.DEFAULT));
        if (!summary.isComplete() && Evidence.partly(inventory, grouped).isPresent()) {
            scaling = scaling.with(scaling.scaleDown().withOn(false));
        }
        var sized = sized(file, priced.cluster(), summary.latest());
        var question = question(priced.cluster(), scaling, summary.latest());
        return new Dump(inventory, question, sized, summary.messages(), pricing, warnings);
    }

    /// The same, looking this far ahead.
    Dump until(Duration horizon) {
        var further =
                new Question<>(
                        question.seen(),
                        question.policy().withHorizon(horizon),
                        question.past(),
                        question.last(),
                        question.now(),
                        question.seed());
        return new Dump(inventory, further, sized, messages, prices, warnings);
    }

    private static List<SizedPlan> sized(Optional<PolicyFile> file, Cluster cluster, Instant now) {
        return file.map(PolicyFile::sized).orElse(List.of()).stream()
                .map(group -> SizedPlan.of(cluster, group, now))
                .toList();
    }

    private static Optional<PolicyFile> policy(String policy) {
        return policy.isEmpty()
                ? Optional.empty()
                : Optional.of(PolicyFile.read(Source.file(Source.path(policy))));
    }

    private static void declare(PolicyFile file, Inventory inventory, List<String> warnings) {
        warnings.addAll(Remarks.of(file.ignored()));
        file.subnets().forEach(inventory::put);
    }

    private static Question<Cluster, Policy, Past> question(
            Cluster cluster, Policy policy, Instant now) {
        // A dump has no later turn in which its youngest pods would get their nodes.
        var atOnce = policy.withNewPodDelay(Duration.ZERO);
        return new Question<>(cluster, atOnce, Past.NONE, List.of(), now, 0);
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

    /// What the same pods would cost on other nodes.
    List<SavingsRow> savings(Proposal proposal) {
        var spot = new TreeSet<String>();
        for (var node : question.seen().nodes()) {
            if (WellKnown.isSpot(node.labels())) {
                spot.add(node.name());
            }
        }
        var seen =
                new SavingsSeen(prices.types(question.seen()), inventory.podsWithSiblingsOn(spot));
        return Savings.rows(proposal, proposal.end().last(), seen);
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

    static BadInput nothingIn(ClusterOrigin origin) {
        return new BadInput(
                origin.place(),
                "",
                "the dump has neither nodes nor pods; dump them with '" + KUBECTL + "'");
    }
}
