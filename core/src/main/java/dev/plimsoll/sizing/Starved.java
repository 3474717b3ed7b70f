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

/// Pods of the group that fit no node as it is, and when each may ask for one.
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
                        .filter(entry -> facts.waiting.stream().anyMatch(entry::isFor))
                        .toList();
    }

    List<Starving> remembered() {
        return remembered;
    }

    /// One of them asked for a node, still waits, and may not ask yet.
    boolean backsOff() {
        return backsOff;
    }

    /// Those that fit none of the nodes, and may ask for one.
    List<Pods> hungry(List<Node> nodes) {
        var hungry = new ArrayList<Pods>();
        for (var pods : facts.waiting) {
            if (!Fit.onAny(nodes, pods.shape()) && mayAsk(pods)) {
                hungry.add(pods);
            }
        }
        return hungry;
    }

    /// The pod may have a node of its own: a new one can hold it, and it is not backing off.
    private boolean mayAsk(Pods pods) {
        if (facts.template.isKnown()
                && Fit.onEmpty(facts.newNode(), pods.shape()) instanceof Verdict.Refused(var why)) {
            draft.because(
                    Rules.STARVED_TOO_LARGE,
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
                Rules.STARVED_WAITS,
                facts.name(),
                Draft.about(
                        List.of(pods),
                        fact("tries", known.get().tries()),
                        fact(
                                "seconds",
                                Duration.between(facts.now, known.get().until()).toSeconds())));
        return false;
    }

    /// A node was asked for it.
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
