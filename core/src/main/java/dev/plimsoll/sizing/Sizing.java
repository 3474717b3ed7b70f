package dev.plimsoll.sizing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.cluster.Node;
import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Question;
import dev.plimsoll.fit.Fit;
import dev.plimsoll.fit.Verdict;
import dev.plimsoll.groups.Missing;
import dev.plimsoll.quantity.Resources;
import java.time.Duration;
import java.util.List;

/// Decides how many nodes a group has. The formulas and their source are in the package comment,
/// the rules in [Rules].
public final class Sizing implements Decider<Seen, Policy, Past> {

    @Override
    public Decision<Past> decide(Question<Seen, Policy, Past> question) {
        var scene = new Scene(question);
        var draft = new Draft();
        note(scene, draft);
        var growing = new Growing(scene, draft);
        if (scene.isSource()) {
            decideAsTheSource(scene, draft, growing);
        } else {
            decide(scene, draft, growing);
        }
        wake(scene, draft, growing);
        return draft.decision(remember(scene, growing));
    }

    private static void decide(Scene scene, Draft draft, Growing growing) {
        var shrinking = new Shrinking(scene, draft);
        boolean trimmed = !growing.isCoolingDown() && shrinking.trim();
        if (!trimmed && !growing.grow()) {
            hold(scene, draft, growing, shrinking);
        }
        new Removing(scene, draft).remove(growing.undrained());
    }

    private static void hold(Scene scene, Draft draft, Growing growing, Shrinking shrinking) {
        if (growing.isCoolingDown()) {
            coolDown(scene, draft, growing);
        } else if (!growing.backsOff()) {
            shrinking.shrink();
        }
    }

    /// What the source does, in its order: refuse, restore the minimum, wait, and only then judge;
    /// nodes are removed only in turns that do not grow.
    private static void decideAsTheSource(Scene scene, Draft draft, Growing growing) {
        var nodes = scene.seen.nodes().size();
        int least = scene.policy.limits().least();
        if (nodes == 0 && scene.seen.pending().isEmpty()) {
            draft.because(Rules.EMPTY, scene.name(), fact("nodes", 0));
        } else if (nodes < least) {
            draft.because(
                    Rules.BELOW_MIN_REFUSED,
                    scene.name(),
                    fact("nodes", nodes),
                    fact("least", least));
        } else if (offersNothing(scene)) {
            draft.because(
                    Rules.NO_CAPACITY,
                    scene.name(),
                    fact("nodes", scene.roll.active()),
                    fact("resource", lacking(scene)));
        } else if (growing.isCoolingDown() && scene.nodes() >= least) {
            coolDown(scene, draft, growing);
        } else {
            judgeAsTheSource(scene, draft, growing);
        }
    }

    private static void judgeAsTheSource(Scene scene, Draft draft, Growing growing) {
        var shrinking = new Shrinking(scene, draft);
        boolean trimmed = shrinking.trim();
        if (!trimmed && growing.grow()) {
            return;
        }
        if (!trimmed) {
            shrinking.shrink();
        }
        new Removing(scene, draft).remove(List.of());
    }

    private static boolean offersNothing(Scene scene) {
        return scene.roll.active() > 0 && !lacking(scene).isEmpty();
    }

    /// Cpu or memory, if the active nodes offer none of it.
    private static String lacking(Scene scene) {
        var use = scene.growing();
        if (use.offersNone(Resources.CPU)) {
            return Resources.CPU;
        }
        return use.offersNone(Resources.MEMORY) ? Resources.MEMORY : "";
    }

    private static void coolDown(Scene scene, Draft draft, Growing growing) {
        draft.because(
                Rules.COOLING_DOWN,
                scene.name(),
                fact(
                        "seconds",
                        Duration.between(scene.now, growing.coolDown().until()).toSeconds()));
    }

    /// What an operator should know whatever is decided.
    private static void note(Scene scene, Draft draft) {
        if (!scene.unholdable.isEmpty()) {
            draft.because(
                    Rules.CANNOT_HOLD,
                    scene.name(),
                    Draft.about(scene.unholdable, fact("why", why(scene))));
        }
        var silent =
                scene.waiting.stream()
                        .filter(pods -> asksNothing(pods.shape().requests()))
                        .toList();
        if (!silent.isEmpty()) {
            draft.because(Rules.NO_REQUESTS, scene.name(), Draft.about(silent));
        }
        long kinds = scene.roll.ready().stream().map(Node::allocatable).distinct().count();
        if (kinds > 1) {
            draft.because(
                    Rules.UNEQUAL_NODES,
                    scene.name(),
                    fact("kinds", kinds),
                    fact("offers", scene.each.toString()));
        }
    }

    private static String why(Scene scene) {
        var shape = scene.unholdable.getFirst().shape();
        return switch (Fit.onEmpty(scene.newNode(), shape)) {
            case Verdict.Refused(var reason) -> reason.sentence();
            case Verdict.Unknown(var reason) -> reason.sentence();
            case Verdict.Fits _ -> "";
        };
    }

    private static boolean asksNothing(Resources requests) {
        return requests.names().stream().allMatch(name -> requests.asked(name) == 0);
    }

    /// The moments at which time alone changes the answer.
    private static void wake(Scene scene, Draft draft, Growing growing) {
        if (growing.isCoolingDown()) {
            draft.wake(growing.coolDown().until());
        }
        var patience = scene.policy.provisionTimeout();
        scene.roll.starting().forEach(node -> draft.wake(node.created().plus(patience)));
        for (Missing ask : scene.roll.missing()) {
            if (scene.now.isBefore(ask.since().plus(patience))) {
                draft.wake(ask.since().plus(patience));
            }
        }
    }

    private static Past remember(Scene scene, Growing growing) {
        return new Past(
                growing.coolDown(),
                scene.roll.missing(),
                scene.lastSeen(),
                scene.daemons,
                growing.starving());
    }
}
