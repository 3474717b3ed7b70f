package dev.plimsoll.e2e;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The programs of a control plane, their settings and users.
///
/// @param programs the programs beside etcd and the API server
/// @param flags further flags of a program; they win over its usual ones
/// @param scheduler a KubeSchedulerConfiguration; empty for the scheduler's own
/// @param podStart the time that a pod on a kwok node takes to become Ready
/// @param users users beside the admin and the programs
/// @param audited users whose requests the API server logs; see `ControlPlane.audit`
public record Setup(
        List<Program> programs,
        Map<Program, List<String>> flags,
        Map<String, Object> scheduler,
        Duration podStart,
        List<User> users,
        List<User> audited) {

    /// A cluster that behaves like one: nodes annotated `kwok.x-k8s.io/node: fake` become Ready,
    /// and pods on them run.
    public static Setup whole() {
        return of(Program.CONTROLLERS, Program.SCHEDULER, Program.KWOK);
    }

    /// etcd, the API server and these programs; without controllers, pods need no service account.
    public static Setup of(Program... programs) {
        return new Setup(
                List.of(programs),
                Map.of(),
                Map.of(),
                Duration.ZERO,
                List.of(User.PLIMSOLL),
                List.of());
    }

    public Setup withFlags(Program program, String... more) {
        var all = new EnumMap<Program, List<String>>(Program.class);
        all.putAll(flags);
        all.merge(program, List.of(more), Setup::joined);
        return new Setup(programs, all, scheduler, podStart, users, audited);
    }

    public Setup withScheduler(Map<String, Object> configuration) {
        return new Setup(programs, flags, configuration, podStart, users, audited);
    }

    /// Pods that start slowly hold disruption budgets down.
    public Setup withPodStart(Duration time) {
        return new Setup(programs, flags, scheduler, time, users, audited);
    }

    public Setup withUser(User user) {
        return new Setup(
                programs, flags, scheduler, podStart, joined(users, List.of(user)), audited);
    }

    public Setup withAudit(User user) {
        return new Setup(
                programs, flags, scheduler, podStart, users, joined(audited, List.of(user)));
    }

    List<String> flags(Program program) {
        return flags.getOrDefault(program, List.of());
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }
}
