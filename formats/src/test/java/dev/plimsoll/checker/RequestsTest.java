package dev.plimsoll.checker;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Resources of nodes and pods.
class RequestsTest {

    @Test
    void quantities() {
        var table =
                """
                250m     | 0.250
                1.5Gi    | 1610612736
                2k       | 2000
                1e3      | 1000
                100u     | 0.0001
                1E       | 1000000000000000000
                3        | 3
                """;

        table.lines()
                .forEach(line ->
                        assertThat(Amounts.parse(line.substring(0, 8).strip()))
                                .isEqualByComparingTo(line.substring(11)));
    }

    @Test
    void exactlyFullIsNotTooFull() {
        Situations.check(
                """
                - that: a pod may take the last of it, and nothing of what is overcommitted
                  nodes: {n1: {}, n2: {}, n3: {}}
                  pods:
                    b1: {on: n1, spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}}
                    b2: {on: n2, spec: {containers: [{name: c, resources: {requests: {cpu: 3001m}}}]}}
                    b3: {on: n3, spec: {containers: [
                      {name: c, resources: {requests: {memory: 5Gi}}}]}}
                  pod: {spec: {containers: [{name: c, resources: {requests: {cpu: 1, memory: 0}}}]}}
                  verdicts: {n1: fits, n2: resources, n3: fits}
                - that: what a node does not offer is none
                  nodes: {n1: {}, n2: {status: {allocatable: {example.com/gpu: 1}}}}
                  pod: {spec: {containers: [{name: c, resources: {limits: {example.com/gpu: 1}}}]}}
                  verdicts: {n1: resources, n2: fits}
                - that: a node without slots takes none, not even pods that ask nothing
                  nodes:
                    n1: {status: {allocatable: {pods: 0}}}
                    n2: {status: {allocatable: {pods: 1}}}
                    n3: {status: {allocatable: {pods: 1}}}
                    n4: {status: {allocatable: {pods: 1}}}
                  pods:
                    b3: {on: n3, metadata: {deletionTimestamp: then}}
                    b4: {on: n4, status: {phase: Succeeded}}
                  verdicts: {n1: resources, n2: fits, n3: resources, n4: fits}
                - that: overhead counts
                  nodes: {n1: {}}
                  pod: {spec: {overhead: {cpu: 1m}, containers: [
                    {name: c, resources: {requests: {cpu: 4}}}]}}
                  verdicts: {n1: resources}
                """);
    }

    @Test
    void initContainers() {
        Situations.check(
                """
                - that: plain init containers run one at a time
                  nodes: {n1: {status: {allocatable: {cpu: 2}}}, n2: {status: {allocatable: {cpu: 1}}}}
                  pod: {spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}],
                    initContainers: [{name: i, resources: {requests: {cpu: 2}}},
                                     {name: j, resources: {requests: {cpu: 2}}}]}}
                  verdicts: {n1: fits, n2: resources}
                - that: a sidecar runs beside the init containers after it, not those before
                  nodes: {n1: {status: {allocatable: {cpu: 2}}}, n2: {status: {allocatable: {cpu: 3}}}}
                  pod: {spec: {initContainers: [
                    {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}},
                    {name: i, resources: {requests: {cpu: 2}}}]}}
                  verdicts: {n1: resources, n2: fits}
                - that: the same two, the other way round
                  nodes: {n1: {status: {allocatable: {cpu: 2}}}}
                  pod: {spec: {initContainers: [
                    {name: i, resources: {requests: {cpu: 2}}},
                    {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}]}}
                  verdicts: {n1: fits}
                - that: a sidecar runs beside the containers
                  nodes: {n1: {status: {allocatable: {cpu: 2}}}}
                  pod: {spec: {containers: [{name: c, resources: {requests: {cpu: 1500m}}}],
                    initContainers: [
                      {name: s, restartPolicy: Always, resources: {requests: {cpu: 1}}}]}}
                  verdicts: {n1: resources}
                """);
    }

    @Test
    void wholePodAndResizes() {
        Situations.check(
                """
                - that: what the pod asks as a whole goes before its containers
                  nodes: {n1: {}, n2: {status: {allocatable: {cpu: 2500m}}}}
                  pod: {spec: {resources: {requests: {cpu: 2}}, overhead: {cpu: 501m}, containers: [
                    {name: c, resources: {requests: {cpu: 1, memory: 4Gi}}}]}}
                  verdicts: {n1: fits, n2: resources}
                - that: while a pod is resized, the most of wanted, granted and actual counts
                  nodes: {n1: {}, n2: {}, n3: {}, n4: {}, n5: {}, n6: {}}
                  pods:
                    b1:
                      on: n1
                      spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}
                      status: {containerStatuses: [{name: c, allocatedResources: {cpu: 1}}]}
                    b2:
                      on: n2
                      spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}
                      status:
                        conditions: [{type: PodResizePending, reason: Infeasible}]
                        containerStatuses: [{name: c, allocatedResources: {cpu: 1}}]
                    b3:
                      on: n3
                      spec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}
                      status: {containerStatuses: [{name: c, resources: {requests: {cpu: 3}}}]}
                    b4:
                      on: n4
                      spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}
                      status: {conditions: [{type: PodResizePending, reason: Infeasible}]}
                    b5:
                      on: n5
                      spec: {containers: [{name: c, resources: {requests: {cpu: 3}}}]}
                      status:
                        conditions: [{type: PodResizePending, reason: Deferred}]
                        containerStatuses: [{name: c, allocatedResources: {cpu: 1}}]
                    b6:
                      on: n6
                      spec: {resources: {requests: {cpu: 1}}}
                      status: {resources: {requests: {cpu: 3}}}
                  pod: {spec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}}
                  verdicts: {n1: resources, n2: fits, n3: resources, n4: fits, n5: resources,
                    n6: resources}
                """);
    }
}
