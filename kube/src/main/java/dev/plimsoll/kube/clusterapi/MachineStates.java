package dev.plimsoll.kube.clusterapi;

import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.provider.Machine.State;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Reads the state of a `Machine`.
final class MachineStates {

    /// Conditions that are not true while a machine is made.
    private static final List<String> OF_MAKING =
            List.of("InfrastructureReady", "BootstrapReady", "BootstrapConfigReady", "Ready");

    /// Words for a machine type that is sold out, as letters alone.
    private static final List<String> SOLD_OUT =
            List.of(
                    "insufficientcapacity",
                    "insufficientinstancecapacity",
                    "notenoughcapacity",
                    "outofcapacity",
                    "nocapacity",
                    "stockout",
                    "outofstock",
                    "resourcepoolexhausted",
                    "skunotavailable",
                    "allocationfailed");

    private static final List<String> OVER_QUOTA =
            List.of("quota", "limitexceeded", "exceedslimit", "exceedthelimit", "exceededlimit");

    /// A limit on requests, not on machines.
    private static final String THROTTLED = "requestlimitexceeded";

    private MachineStates() {}

    /// Its `spec.providerID`; its name while it has none.
    static String id(ApiObject machine) {
        var id = machine.text("spec", "providerID");
        return id.isEmpty() ? machine.name() : id;
    }

    /// It exists at the cloud.
    static boolean isMade(ApiObject machine) {
        return !machine.text("spec", "providerID").isEmpty();
    }

    static boolean isDeleting(ApiObject machine) {
        return machine.isDeleting() || phase(machine).startsWith("Delet");
    }

    /// A machine with a node has come: the node shows how it is.
    static State state(ApiObject machine) {
        if (isDeleting(machine)) {
            return new State.Deleting();
        }
        boolean hasNode = !machine.text("status", "nodeRef", "name").isEmpty();
        if (hasNode || phase(machine).equals("Running") || phase(machine).equals("Updating")) {
            return new State.Running();
        }
        return failure(machine)
                .<State>map(why -> new State.Failed(cause(why), why))
                .orElseGet(State.Creating::new);
    }

    private static String phase(ApiObject machine) {
        return machine.text("status", "phase");
    }

    /// Why it will not come: its controller has given up, or says that it is sold out or over a
    /// quota.
    private static Optional<String> failure(ApiObject machine) {
        var stated =
                Stream.of(
                                machine.text("status", "failureMessage"),
                                machine.text("status", "deprecated", "v1beta1", "failureMessage"),
                                machine.text("status", "failureReason"),
                                machine.text("status", "deprecated", "v1beta1", "failureReason"))
                        .filter(text -> !text.isEmpty())
                        .findFirst();
        var failed =
                machine.conditions().stream()
                        .filter(MachineStates::isFailure)
                        .map(MachineStates::sentence)
                        .findFirst();
        if (stated.isPresent()) {
            return stated;
        }
        return failed.isEmpty() && phase(machine).equals("Failed")
                ? Optional.of("the machine " + machine.name() + " failed")
                : failed;
    }

    private static boolean isFailure(Map<String, Object> condition) {
        return OF_MAKING.contains(JsonTree.text(condition, "type"))
                && JsonTree.text(condition, "status").equals("False")
                && (JsonTree.text(condition, "severity").equals("Error")
                        || cause(sentence(condition)) != Cause.OTHER);
    }

    private static String sentence(Map<String, Object> condition) {
        var reason = JsonTree.text(condition, "reason");
        var message = JsonTree.text(condition, "message");
        return message.isEmpty() ? reason : reason + ": " + message;
    }

    static Cause cause(String message) {
        var letters =
                message.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "").replace(THROTTLED, "");
        if (OVER_QUOTA.stream().anyMatch(letters::contains)) {
            return Cause.QUOTA;
        }
        return SOLD_OUT.stream().anyMatch(letters::contains) ? Cause.OUT_OF_STOCK : Cause.OTHER;
    }
}
