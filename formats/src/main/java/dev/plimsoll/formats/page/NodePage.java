package dev.plimsoll.formats.page;

import dev.plimsoll.decision.Reason;
import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Durations;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Suggestion;
import dev.plimsoll.formats.page.Line.Mark;
import dev.plimsoll.groups.NodeGroup.Member;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.EndState.Cause;
import dev.plimsoll.scaling.NodeCase;
import dev.plimsoll.scaling.NodeCase.PodsCase;
import dev.plimsoll.scaling.NodeUse;
import dev.plimsoll.scaling.Proposal;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/// Why a node stays in the end, or why it goes: the rules that keep it, its utilisation, and where
/// each of its pods fits.
public final class NodePage {

    private static final int MOST_PLACES = 2;

    private final Proposal proposal;

    public NodePage(Proposal proposal) {
        this.proposal = proposal;
    }

    public Page page(String name) {
        var gone = proposal.end().course().gone().get(name);
        var about = gone == null ? proposal.end().last() : proposal;
        var found = NodeCase.of(about, name).orElseThrow(() -> unknown(name));
        var fate =
                gone == null
                        ? name + (found.reasons().isEmpty() ? " drains." : " stays.")
                        : name
                                + " is removed "
                                + Durations.text(gone.after())
                                + " from now: "
                                + why(gone.cause());
        return new Page(
                List.of(fate, identity(found)),
                List.of(
                        Section.of(gone == null ? "why it stays" : "now", reasons(found)),
                        Section.of("utilisation", use(found.use())),
                        Section.of("pods that would move", pods(found))),
                List.of());
    }

    private static String why(Cause cause) {
        return switch (cause) {
            case UNNEEDED -> "nothing keeps it then, and its pods fit on other nodes.";
            case REPLACED ->
                    "it is replaced. The nodes that the cluster has then take its pods at a lower"
                            + " cost.";
            case DRAINED -> "it is drained then.";
        };
    }

    /// `It is a node of general: m5.xlarge in us-east-1a, $0.192/h.`
    private static String identity(NodeCase found) {
        var member =
                found.group().members().stream()
                        .filter(one -> one.node().equals(found.node().name()))
                        .findFirst();
        var words = new ArrayList<String>();
        member.map(one -> PlanPage.variant(one.key()))
                .filter(variant -> !variant.isEmpty())
                .ifPresent(words::add);
        words.add(member.map(Member::price).map(NodePage::hour).orElse("price unknown"));
        return "It is a node of " + found.group().name() + ": " + String.join(", ", words) + ".";
    }

    private static String hour(Price price) {
        return switch (price) {
            case Price.Known(var hour, _) -> hour.rounded() + "/h";
            case Price.Unknown(var why) -> "price unknown (" + why + ")";
        };
    }

    private static List<Line> reasons(NodeCase found) {
        return found.reasons().stream()
                .map(reason -> Line.of(Mark.STAY, reason.sentence()))
                .toList();
    }

    /// Only the pods that can move count, and the room that DaemonSets and static pods leave.
    private static Table use(NodeUse use) {
        var table = Table.with("resource", "requested", "of", "percent");
        for (var resource : new TreeSet<>(use.offered().names())) {
            long asked = use.asked().asked(resource);
            long offered = use.offered().offered(resource);
            if (!resource.equals(Resources.PODS) && offered > 0) {
                table.row(
                        resource,
                        Quantity.brief(resource, asked),
                        Quantity.brief(resource, offered),
                        percent(asked, offered));
            }
        }
        return table.build();
    }

    private static String percent(long part, long whole) {
        return BigDecimal.valueOf(part)
                        .movePointRight(2)
                        .divide(BigDecimal.valueOf(whole), 1, RoundingMode.HALF_UP)
                        .toPlainString()
                + "%";
    }

    private static Table pods(NodeCase found) {
        var table = Table.with("pods", "cpu", "memory", "may move", "fits on");
        for (var some : found.pods()) {
            var pods = some.pods();
            var requests = pods.shape().requests();
            table.row(
                    pods.example() + (pods.count() == 1 ? "" : " × " + pods.count()),
                    Quantity.brief(Resources.CPU, requests.asked(Resources.CPU)),
                    Quantity.brief(Resources.MEMORY, requests.asked(Resources.MEMORY)),
                    some.keeps().stream()
                            .findFirst()
                            .map(Reason::rule)
                            .map(rule -> "no: " + rule.code())
                            .orElse("yes"),
                    places(some));
        }
        return table.build();
    }

    /// `general-1, general-2 and 3 more`.
    private static String places(PodsCase some) {
        var names = some.places().stream().map(NodeCase.Place::node).toList();
        if (names.isEmpty()) {
            return "no other node";
        }
        int more = names.size() - MOST_PLACES;
        var text =
                String.join(", ", names.subList(0, Math.min(MOST_PLACES, names.size())))
                        + (more > 0 ? " and " + more + " more" : "");
        return some.homeless() == 0 ? text : text + "; " + some.homeless() + " on no other node";
    }

    private BadInput unknown(String name) {
        var known = proposal.facts().cluster().nodes().stream().map(node -> node.name()).toList();
        var close = Suggestion.closest(name, known).map(one -> "; did you mean '" + one + "'?");
        return new BadInput(
                Place.whole("--explain"),
                "",
                "the cluster has no node '" + name + "'" + close.orElse(""));
    }
}
