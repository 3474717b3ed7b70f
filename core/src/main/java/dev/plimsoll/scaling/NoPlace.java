package dev.plimsoll.scaling;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Pods;
import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.fit.Refusals;
import dev.plimsoll.packing.TrialNodes;
import dev.plimsoll.slack.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Why pods of a node fit on no other one.
///
/// @param refusals the other nodes that refuse one of the pods; nothing if there is no other node
/// @param example the name of the first of these nodes; empty if there is none
/// @param moved how many pods take places on the other nodes before it
record NoPlace(Pods pods, Optional<Refusals> refusals, String example, int moved) {

    /// @param names of the nodes of the trial
    static NoPlace of(Pods pods, TrialNodes trial, List<String> names, int moved) {
        var refusals = trial.refusals(pods.shape());
        var example = refusals.map(all -> names.get(all.first())).orElse("");
        return new NoPlace(pods, refusals, example, moved);
    }

    /// @param node the node of the pods
    /// @param room with the placeholders
    Reason reason(String node, Room room) {
        var facts = new ArrayList<Fact>();
        facts.add(
                Placeholders.areOf(pods.shape())
                        ? fact("placeholder", room.named(pods))
                        : fact("pod", pods.example()));
        facts.add(fact("moved", moved));
        refusals.ifPresent(all -> {
            facts.add(fact("node", example));
            facts.add(fact("why", all.why().sentence()));
            facts.add(fact("refusedBy", all.why().rule().code()));
            facts.add(fact("alike", all.count() - 1));
            facts.add(fact("others", all.asked()));
        });
        return new Reason(RemovalRules.FITS_NOWHERE_ELSE, node, facts);
    }
}
