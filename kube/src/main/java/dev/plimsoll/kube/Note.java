package dev.plimsoll.kube;

import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.MainReason;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.kube.TurnReport.Evicted;
import dev.plimsoll.selection.ObjectName;
import java.util.Optional;

/// What an Event says about an object.
///
/// @param about the object
/// @param reason in CamelCase, from a closed set
/// @param same equal for notes that are counted together
record Note(About about, Type type, String reason, String message, String same) {

    /// The type of an Event.
    enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }

        String text() {
            return text;
        }
    }

    /// An object with Events.
    sealed interface About {

        record OfNode(String name) implements About {}

        record OfPod(ObjectName name, String uid) implements About {}

        /// Groups are no objects; their Events are those of the status.
        record OfGroup(String name) implements About {}
    }

    /// The reasons of a kind of step.
    ///
    /// @param failed what it did not do
    private record Words(About about, String done, String failed, String prefix) {}

    /// The note about a step that was done or failed; nothing about others.
    static Optional<Note> of(Outcome outcome, Decision<?> decision) {
        var words = words(outcome.step());
        if (words.isEmpty()) {
            return Optional.empty();
        }
        var sentence = sentence(outcome.step(), decision);
        return switch (outcome) {
            case Outcome.Done _ -> Optional.of(done(words.get(), sentence));
            case Outcome.Failed(_, var why) -> Optional.of(failed(words.get(), why, sentence));
            case Outcome.Stale _, Outcome.Unknown _ -> Optional.empty();
        };
    }

    /// The note about a pod that was evicted.
    static Note of(Evicted evicted, Decision<?> decision) {
        var sentence = MainReason.about(evicted.node(), decision).sentence();
        var message = "evicted from node " + evicted.node() + ": " + sentence;
        return new Note(
                new About.OfPod(evicted.pod(), evicted.uid()),
                Type.NORMAL,
                "EvictedFromNode",
                message,
                message);
    }

    private static Note done(Words words, String sentence) {
        var message = words.prefix() + sentence;
        return new Note(words.about(), Type.NORMAL, words.done(), message, message);
    }

    /// Equal causes are the same note, though the figures in the sentence change.
    private static Note failed(Words words, String why, String sentence) {
        return new Note(
                words.about(),
                Type.WARNING,
                words.failed(),
                words.prefix() + why + " (tried because " + sentence + ")",
                why);
    }

    private static Optional<Words> words(Step step) {
        return switch (step) {
            case Step.ResizeGroup(var group, int from, int nodes, _) ->
                    Optional.of(
                            group(
                                    group,
                                    "ScaledUpGroup",
                                    "FailedToScaleUpGroup",
                                    from + " -> " + nodes));
            case Step.GiveUp(var group, int from, int nodes) ->
                    Optional.of(
                            group(
                                    group,
                                    "CancelledMachines",
                                    "FailedToCancelMachines",
                                    from + " -> " + nodes));
            case Step.DrainNode(var node, _) ->
                    Optional.of(node(node, "DrainingNode", "FailedToDrainNode"));
            case Step.UndrainNode(var node) ->
                    Optional.of(node(node, "UndrainedNode", "FailedToUndrainNode"));
            case Step.EvictPods(var node, _) ->
                    Optional.of(node(node, "EvictedPods", "FailedToEvictPods"));
            case Step.RemoveNode(var node, _, _) ->
                    Optional.of(node(node, "RemovedNode", "FailedToRemoveNode"));
            case Step.UseBatch _, Step.RunReplicas _ -> Optional.empty();
        };
    }

    private static Words group(String group, String done, String failed, String change) {
        return new Words(new About.OfGroup(group), done, failed, group + " " + change + ": ");
    }

    private static Words node(String node, String done, String failed) {
        return new Words(new About.OfNode(node), done, failed, "");
    }

    private static String sentence(Step step, Decision<?> decision) {
        return switch (step) {
            case Step.DrainNode(var node, _) -> MainReason.about(node, decision).sentence();
            case Step.UndrainNode(var node) -> MainReason.about(node, decision).sentence();
            case Step.EvictPods(var node, _) -> MainReason.about(node, decision).sentence();
            case Step.RemoveNode(var node, _, _) -> MainReason.about(node, decision).sentence();
            case Step.ResizeGroup _, Step.GiveUp _, Step.UseBatch _, Step.RunReplicas _ ->
                    MainReason.of(decision).sentence();
        };
    }
}
