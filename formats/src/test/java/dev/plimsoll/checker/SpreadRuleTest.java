package dev.plimsoll.checker;

import org.junit.jupiter.api.Test;

class SpreadRuleTest {

    @Test
    void skewAndDomains() {
        Situations.check(
                """
                - that: a pod goes where its domain stays within the skew of the emptiest
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}, n3: {}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: spread, n2: fits, n3: spread}
                - that: a pod its own selector does not match adds nothing
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: fits, n2: fits}
                - that: pods being deleted, finished or in other namespaces do not count
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods:
                    b1: {on: n1, labels: {app: web}, metadata: {deletionTimestamp: then}}
                    b2: {on: n1, labels: {app: web}, status: {phase: Failed}}
                    b3: {on: n1, labels: {app: web}, in: blue}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: fits, n2: fits}
                - that: with fewer domains than wanted the emptiest is empty
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods: {b1: {on: n1, labels: {app: web}}, b2: {on: n2, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, minDomains: 3, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: spread, n2: spread}
                - that: an empty selector counts no pod and never refuses; none matches nothing
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods: {b1: {on: n1, labels: {app: web}}, b2: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {}}]}}
                  verdicts: {n1: fits, n2: fits}
                - that: an empty selector with a label key is an ordinary one
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods: {b1: {on: n1, labels: {v: "1"}}, b2: {on: n2, labels: {v: "2"}}}
                  pod: {labels: {v: "1"}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {}, matchLabelKeys: [v, absent]}]}}
                  verdicts: {n1: spread, n2: fits}
                - that: only a wish refuses nothing
                  nodes: {n1: {}}
                  pod: {spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway}]}}
                  verdicts: {n1: fits}
                """);
    }

    @Test
    void whichNodesMakeDomains() {
        Situations.check(
                """
                - that: only nodes with all keys count
                  nodes:
                    n1: {labels: {zone: a, rack: k}}
                    n2: {labels: {zone: b}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}},
                    {maxSkew: 9, topologyKey: rack, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: fits, n2: spread}
                - that: nodes the pod does not select make no domain, unless the policy ignores that
                  nodes:
                    n1: {labels: {zone: a, disk: ssd}}
                    n2: {labels: {zone: b}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {nodeSelector: {disk: ssd},
                    topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: fits, n2: node affinity}
                - that: the same with Ignore
                  nodes:
                    n1: {labels: {zone: a, disk: ssd}}
                    n2: {labels: {zone: b}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {nodeSelector: {disk: ssd},
                    topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     nodeAffinityPolicy: Ignore, labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: spread, n2: node affinity}
                - that: tainted nodes make domains, unless the policy honors taints
                  nodes:
                    n1: {labels: {zone: a}}
                    n2: {labels: {zone: b}, spec: {taints: [{key: a, effect: NoSchedule}]}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: spread, n2: taint}
                - that: the same with Honor
                  nodes:
                    n1: {labels: {zone: a}}
                    n2: {labels: {zone: b}, spec: {taints: [{key: a, effect: NoSchedule}]}}
                  pods: {b1: {on: n1, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {topologySpreadConstraints: [
                    {maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule,
                     nodeTaintsPolicy: Honor, labelSelector: {matchLabels: {app: web}}}]}}
                  verdicts: {n1: fits, n2: taint}
                """);
    }
}
