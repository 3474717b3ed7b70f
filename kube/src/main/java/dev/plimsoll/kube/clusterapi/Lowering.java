package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.provider.ProviderAnswer;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// Lowers the target of a group so that certain machines go: it marks them, then scales once.
///
/// **Invariant:** the target is only lowered while exactly the machines to remove are marked,
/// beside those that already leave. `ClusterApiRemovalTest`.
final class Lowering {

    private final ObjectWrites writes;
    private final InstantSource clock;
    private final ScalableGroup group;
    private final List<ApiObject> marked = new ArrayList<>();

    Lowering(ObjectWrites writes, InstantSource clock, ScalableGroup group) {
        this.writes = writes;
        this.clock = clock;
        this.group = group;
    }

    ProviderAnswer to(int target, List<ApiObject> going) {
        var cleared = clear(going);
        if (!(cleared instanceof Written.Done)) {
            return answer(cleared);
        }
        var marked = mark(going);
        if (!(marked instanceof Written.Done)) {
            return answer(marked);
        }
        var scaled = writes.scale(group.kind(), group.object(), target);
        switch (scaled) {
            // While the target may be lowered, other machines would go without the marks.
            case Written.Done _, Written.Unknown _ -> {}
            case Written.Changed _, Written.Refused _ -> takeBack();
        }
        return answer(scaled);
    }

    /// Marks all of them or none.
    private Written mark(List<ApiObject> going) {
        var value = Annotations.deletion(clock.instant().truncatedTo(ChronoUnit.SECONDS));
        for (var machine : going) {
            if (!Annotations.isMarked(machine)) {
                marked.add(machine);
                var written = writes.mark(machine, value);
                if (!(written instanceof Written.Done)) {
                    takeBack();
                    return written;
                }
            }
        }
        return new Written.Done();
    }

    /// A mark that cannot be taken back here is taken back by the next removal.
    private void takeBack() {
        marked.forEach(writes::unmark);
    }

    /// Takes marks back that a request left when it was cut off: they would let other machines go.
    private Written clear(List<ApiObject> going) {
        for (var machine : going.isEmpty() ? List.<ApiObject>of() : group.staying()) {
            if (!Annotations.isMarked(machine) || going.contains(machine)) {
                continue;
            }
            var written =
                    Annotations.isMarkedByUs(machine) ? writes.unmark(machine) : foreign(machine);
            if (!(written instanceof Written.Done)) {
                return written;
            }
        }
        return new Written.Done();
    }

    private Written foreign(ApiObject machine) {
        return new Written.Refused(
                "the machine "
                        + machine.name()
                        + " of "
                        + group.name()
                        + " would go first, since somebody else annotated it with "
                        + Annotations.DELETE_MACHINE
                        + "; delete it, or take the annotation back");
    }

    static ProviderAnswer answer(Written written) {
        return switch (written) {
            case Written.Done _ -> new ProviderAnswer.Accepted();
            case Written.Changed _ -> new ProviderAnswer.Changed();
            case Written.Refused(var why) -> new ProviderAnswer.Refused(why);
            case Written.Unknown(var why) -> new ProviderAnswer.Refused(why);
        };
    }
}
