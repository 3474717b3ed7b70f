package dev.plimsoll.checker;

import org.junit.jupiter.api.Test;

/// The rules that look at one node.
class NodeRulesTest {

    @Test
    void stateAndTaints() {
        Situations.check(
                """
                - that: conditions alone refuse nothing
                  nodes:
                    n1: {status: {conditions: [{type: Ready, status: "False"}]}}
                  verdicts: {n1: fits}
                - that: unschedulable refuses also without its taint
                  nodes:
                    n1: {spec: {unschedulable: true}}
                    n2: {spec: {unschedulable: false}}
                  verdicts: {n1: unschedulable, n2: fits}
                - that: a toleration of the taint lifts unschedulable, one of another effect does not
                  nodes:
                    n1: {spec: {unschedulable: true}}
                  pod:
                    spec:
                      tolerations: [{key: node.kubernetes.io/unschedulable, operator: Exists}]
                  verdicts: {n1: fits}
                - that: unschedulable is the effect NoSchedule
                  nodes:
                    n1: {spec: {unschedulable: true}}
                  pod: {spec: {tolerations: [{operator: Exists, effect: NoExecute}]}}
                  verdicts: {n1: unschedulable}
                - that: preferring not to refuses nothing, the other effects do
                  nodes:
                    n1: {spec: {taints: [{key: a, effect: PreferNoSchedule}]}}
                    n2: {spec: {taints: [{key: a, effect: NoSchedule}]}}
                    n3: {spec: {taints: [{key: a, effect: NoExecute}]}}
                  verdicts: {n1: fits, n2: taint, n3: taint}
                - that: no operator compares values, and a missing value is an empty one
                  nodes:
                    n1: {spec: {taints: [{key: a, value: x, effect: NoSchedule}]}}
                    n2: {spec: {taints: [{key: a, effect: NoSchedule}]}}
                    n3: {spec: {taints: [{key: b, effect: NoSchedule}]}}
                  pod: {spec: {tolerations: [{key: a}]}}
                  verdicts: {n1: taint, n2: fits, n3: taint}
                - that: a toleration without a key tolerates everything, within its effect
                  nodes:
                    n1: {spec: {taints: [{key: a, value: x, effect: NoSchedule}]}}
                    n2: {spec: {taints: [{key: a, value: x, effect: NoExecute}]}}
                  pod: {spec: {tolerations: [{operator: Exists, effect: NoSchedule}]}}
                  verdicts: {n1: fits, n2: taint}
                - that: Gt tolerates taints with a greater value, written as a plain whole number
                  nodes:
                    n1: {spec: {taints: [{key: a, value: "3", effect: NoSchedule}]}}
                    n2: {spec: {taints: [{key: a, value: "4", effect: NoSchedule}]}}
                    n3: {spec: {taints: [{key: a, value: "04", effect: NoSchedule}]}}
                    n4: {spec: {taints: [{key: a, value: high, effect: NoSchedule}]}}
                    n5: {spec: {taints: [{key: a, effect: NoSchedule}]}}
                    n6: {spec: {taints: [{key: b, value: "4", effect: NoSchedule}]}}
                    n7: {spec: {taints: [{key: a, value: "9223372036854775808", effect: NoSchedule}]}}
                  pod: {spec: {tolerations: [{key: a, operator: Gt, value: "3"}]}}
                  verdicts:
                    {n1: taint, n2: fits, n3: taint, n4: taint, n5: taint, n6: taint, n7: taint}
                - that: Lt tolerates taints with a smaller value
                  nodes:
                    n1: {spec: {taints: [{key: a, value: "3", effect: NoSchedule}]}}
                    n2: {spec: {taints: [{key: a, value: "2", effect: NoSchedule}]}}
                    n3: {spec: {taints: [{key: a, value: "-7", effect: NoExecute}]}}
                  pod: {spec: {tolerations: [{key: a, operator: Lt, value: "3"}]}}
                  verdicts: {n1: taint, n2: fits, n3: fits}
                - that: a toleration with a value that is no plain whole number tolerates nothing
                  nodes:
                    n1: {spec: {taints: [{key: a, value: "2", effect: NoSchedule}]}}
                  pod: {spec: {tolerations: [{key: a, operator: Lt, value: "03"}]}}
                  verdicts: {n1: taint}
                """);
    }

    @Test
    void selectorsAndAffinity() {
        Situations.check(
                """
                - that: a selector asks for equal values, and an empty one is not a missing one
                  nodes: {n1: {labels: {disk: ""}}, n2: {labels: {}}, n3: {labels: {disk: ssd}}}
                  pod: {spec: {nodeSelector: {disk: ""}}}
                  verdicts: {n1: fits, n2: node affinity, n3: node affinity}
                - that: Gt is strict, reads 08, and never matches what is no whole number
                  nodes:
                    n1: {labels: {size: "08"}}
                    n2: {labels: {size: "7"}}
                    n3: {labels: {size: "8.5"}}
                    n4: {labels: {size: abc}}
                    n5: {labels: {size: ""}}
                    n6: {labels: {size: "9223372036854775808"}}
                    n7: {labels: {size: "9223372036854775807"}}
                    n8: {}
                  pod:
                    spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
                      nodeSelectorTerms: [{matchExpressions: [
                        {key: size, operator: Gt, values: ["7"]}]}]}}}}
                  verdicts: {n1: fits, n2: node affinity, n3: node affinity, n4: node affinity,
                    n5: node affinity, n6: node affinity, n7: fits, n8: node affinity}
                - that: a wanted number that is none spoils its term, other terms count
                  nodes: {n1: {labels: {size: "5"}}, n2: {labels: {size: "5", disk: ssd}}}
                  pod:
                    spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
                      nodeSelectorTerms: [
                        {matchExpressions: [{key: size, operator: Lt, values: [abc]}]},
                        {matchExpressions: [{key: disk, operator: Exists}]}]}}}}
                  verdicts: {n1: node affinity, n2: fits}
                - that: an empty term matches nothing
                  nodes: {n1: {}}
                  pod:
                    spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
                      nodeSelectorTerms: [{}]}}}}
                  verdicts: {n1: node affinity}
                - that: NotIn and DoesNotExist match a missing label, In does not
                  nodes: {n1: {labels: {disk: ssd}}, n2: {}}
                  pod:
                    spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
                      nodeSelectorTerms: [{matchExpressions: [
                        {key: disk, operator: NotIn, values: [ssd]},
                        {key: other, operator: DoesNotExist}]}]}}}}
                  verdicts: {n1: node affinity, n2: fits}
                - that: fields are names of nodes, and all parts of a term must match
                  nodes: {n1: {labels: {a: b}}, n2: {labels: {a: b}}, n3: {}}
                  pod:
                    spec: {affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {
                      nodeSelectorTerms: [
                        {matchFields: [{key: metadata.name, operator: NotIn, values: [n1]}],
                         matchExpressions: [{key: a, operator: Exists}]}]}}}}
                  verdicts: {n1: node affinity, n2: fits, n3: node affinity}
                """);
    }

    @Test
    void ports() {
        Situations.check(
                """
                - that: no address is every address, and protocols are apart
                  nodes: {n1: {}, n2: {}, n3: {}, n4: {}, n5: {}}
                  pods:
                    b1: {on: n1, spec: {containers: [{name: c, ports: [{hostPort: 80}]}]}}
                    b2: {on: n2, spec: {containers: [
                      {name: c, ports: [{hostPort: 80, protocol: UDP}]}]}}
                    b3: {on: n3, spec: {containers: [
                      {name: c, ports: [{hostPort: 80, hostIP: 10.0.0.1}]}]}}
                    b4: {on: n4, spec: {containers: [
                      {name: c, ports: [{hostPort: 80, hostIP: "::"}]}]}}
                    b5: {on: n5, status: {phase: Failed}, spec: {containers: [
                      {name: c, ports: [{hostPort: 80}]}]}}
                  pod: {spec: {containers: [
                    {name: c, ports: [{hostPort: 80, hostIP: 127.0.0.1, protocol: TCP}]}]}}
                  verdicts: {n1: ports, n2: fits, n3: fits, n4: fits, n5: fits}
                - that: 0.0.0.0 meets any address, of IPv6 too
                  nodes: {n1: {}}
                  pods:
                    b1: {on: n1, spec: {containers: [
                      {name: c, ports: [{hostPort: 80, hostIP: "::"}]}]}}
                  pod: {spec: {containers: [
                    {name: c, ports: [{hostPort: 80, hostIP: 0.0.0.0}]}]}}
                  verdicts: {n1: ports}
                - that: ports of sidecars count, those of plain init containers do not
                  nodes: {n1: {}, n2: {}}
                  pods:
                    b1: {on: n1, spec: {initContainers: [
                      {name: i, restartPolicy: Always, ports: [{hostPort: 80}]}]}}
                    b2: {on: n2, spec: {initContainers: [{name: i, ports: [{hostPort: 80}]}]}}
                  pod: {spec: {containers: [{name: c, ports: [{hostPort: 80}]}]}}
                  verdicts: {n1: ports, n2: fits}
                """);
    }
}
