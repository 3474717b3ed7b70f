package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Pods;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.sizing.Past.Starving;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Pending pods of the group that fit on none of its nodes, with the back-off of each.
final class Starved {

    private final SizingFacts facts;
    private final Draft draft;
    private List<Starving> remembered;
    private boolean backsOff;

    Starved(SizingFacts facts, Draft draft) {
        this.facts = facts;
        this.draft = draft;
        this.remembered =
                facts.past.starving().stream()
                        .filter(entry -> facts.pending.stream().anyMatch(entry::isFor))
                        .toList();
    }

    List<Starving> remembered() {
        return remembered;
    }

    /// Whether the group grew for one of them, it is still pending, and its back-off lasts.
    boolean backsOff() {
        return backsOff;
    }

    /// The pending pods that fit on none of the nodes and for which the group may grow.
    List<Pods> growsFor(List<Node> nodes) {
        var starved = new ArrayList<Pods>();
        for (var pods : facts.pending) {
            if (!Fit.onAny(nodes, pods.shape()) && mayGrowFor(pods)) {
                starved.add(pods);
            }
        }
        return starved;
    }

    /// Whether a new node can hold the pod, and it does not back off.
    private boolean mayGrowFor(Pods pods) {
        if (facts.template.isKnown()
                && Fit.onEmpty(facts.newNode(), pods.shape()) instanceof Verdict.Refused(var why)) {
            draft.because(
                    Rules.STARVED_CANNOT_FIT,
                    facts.name(),
                    Draft.about(List.of(pods), fact("why", why.sentence())));
            return false;
        }
        var known = remembered.stream().filter(entry -> entry.isFor(pods)).findFirst();
        if (known.isEmpty() || !facts.now.isBefore(known.get().until())) {
            return true;
        }
        backsOff = true;
        draft.wake(known.get().until());
        draft.because(
                Rules.STARVED_BACK_OFF,
                facts.name(),
                Draft.about(
                        List.of(pods),
                        fact("tries", known.get().tries()),
                        fact(
                                "seconds",
                                Duration.between(facts.now, known.get().until()).toSeconds())));
        return false;
    }

    /// Remembers that the group grows for the pod.
    void remember(Pods pods) {
        var now = new ArrayList<Starving>();
        int tries = 1;
        for (var entry : remembered) {
            if (entry.isFor(pods)) {
                tries = entry.tries() + 1;
            } else {
                now.add(entry);
            }
        }
        now.add(Starving.asked(pods, tries, facts.now));
        now.sort(Comparator.comparing(Starving::shape));
        remembered = now;
    }
}
