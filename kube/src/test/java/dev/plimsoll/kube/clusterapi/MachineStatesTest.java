package dev.plimsoll.kube.clusterapi;

import static dev.plimsoll.kube.clusterapi.Objects.pending;
import static dev.plimsoll.kube.clusterapi.Objects.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.provider.Machine.State;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The state of a machine, by its phase, its failures and its conditions.
class MachineStatesTest {

    private static final ApiObject PENDING = pending("m", "blue");

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    phase,        state
                    '',           Creating
                    Pending,      Creating
                    Provisioning, Creating
                    Provisioned,  Creating
                    Unknown,      Creating
                    Running,      Running
                    Updating,     Running
                    Deleting,     Deleting
                    Deleted,      Deleting
                    Failed,       Failed
                    """)
    void followsThePhase(String phase, String state) {
        var machine = with(PENDING, phase, "status", "phase");

        assertThat(MachineStates.state(machine).getClass().getSimpleName()).isEqualTo(state);
    }

    /// Messages of AWS, GCE and Azure.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    message                                                     | cause
                    InsufficientInstanceCapacity: no capacity in us-east-1a     | OUT_OF_STOCK
                    We have insufficient capacity for the instance type         | OUT_OF_STOCK
                    ZONE_RESOURCE_POOL_EXHAUSTED: try another zone              | OUT_OF_STOCK
                    SkuNotAvailable: Standard_D2 is not available               | OUT_OF_STOCK
                    VcpuLimitExceeded: you have requested more vCPU capacity    | QUOTA
                    Quota 'CPUS' exceeded. Limit: 24.0 in region us-central1    | QUOTA
                    exceeding approved Total Regional Cores quota               | QUOTA
                    RequestLimitExceeded: Request limit exceeded.               | OTHER
                    the image does not exist                                    | OTHER
                    """)
    void findsTheCauseOfAFailure(String message, Cause cause) {
        var older = with(PENDING, message, "status", "failureMessage");
        var newer = with(PENDING, message, "status", "deprecated", "v1beta1", "failureMessage");

        assertThat(MachineStates.state(older)).isEqualTo(new State.Failed(cause, message));
        assertThat(MachineStates.state(newer)).isEqualTo(new State.Failed(cause, message));
    }

    @Test
    void believesAConditionThatNamesACauseOrIsAnError() {
        assertThat(state(condition("QuotaExceeded", "", "")))
                .isEqualTo(new State.Failed(Cause.QUOTA, "QuotaExceeded"));
        assertThat(state(condition("InstanceProvisionFailed", "stockout in z1", "")))
                .isEqualTo(
                        new State.Failed(
                                Cause.OUT_OF_STOCK, "InstanceProvisionFailed: stockout in z1"));
        assertThat(state(condition("NotReady", "the image is gone", "Error")))
                .isEqualTo(new State.Failed(Cause.OTHER, "NotReady: the image is gone"));
        assertThat(state(condition("NotReady", "waiting for the instance", "")))
                .isEqualTo(new State.Creating());
    }

    @Test
    void aMachineWithANodeHasCome() {
        var failed = with(PENDING, "Failed", "status", "phase");

        assertThat(MachineStates.state(with(failed, "n1", "status", "nodeRef", "name")))
                .isEqualTo(new State.Running());
    }

    @Test
    void aMachineThatIsDeletedGoes() {
        var deleted = with(PENDING, "2026-01-01T00:00:00Z", "metadata", "deletionTimestamp");

        assertThat(MachineStates.state(deleted)).isEqualTo(new State.Deleting());
    }

    private static Map<String, Object> condition(String reason, String message, String severity) {
        return Map.of(
                "type",
                "InfrastructureReady",
                "status",
                "False",
                "reason",
                reason,
                "message",
                message,
                "severity",
                severity);
    }

    private static State state(Map<String, Object> condition) {
        return MachineStates.state(with(PENDING, List.of(condition), "status", "conditions"));
    }
}
