package dev.plimsoll.checker;

import org.junit.jupiter.api.Test;

class NeighbourRuleTest {

    @Test
    void affinity() {
        Situations.check(
                """
                - that: one pod must match all terms, and the node must have every key
                  nodes:
                    n1: {labels: {zone: a, rack: k}}
                    n2: {labels: {zone: a, rack: l}}
                    n3: {labels: {zone: a}}
                  pods:
                    b1: {on: n1, labels: {app: web, tier: front}}
                    b2: {on: n2, labels: {app: web}}
                  pod: {spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}},
                      {topologyKey: rack, labelSelector: {matchLabels: {tier: front}}}]}}}}
                  verdicts: {n1: fits, n2: pod affinity, n3: pod affinity}
                - that: the first of its kind may go anywhere that has the key
                  nodes: {n1: {labels: {zone: a}}, n2: {}}
                  pod: {labels: {app: web}, spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}
                  verdicts: {n1: fits, n2: pod affinity}
                - that: the first must match all its terms
                  nodes: {n1: {labels: {zone: a}}}
                  pod: {labels: {app: web}, spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}},
                      {topologyKey: zone, labelSelector: {matchLabels: {tier: front}}}]}}}}
                  verdicts: {n1: pod affinity}
                - that: a match on a node without the keys does not make the pod a second
                  nodes: {n1: {labels: {zone: a}}, n2: {}}
                  pods: {b1: {on: n2, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}
                  verdicts: {n1: fits, n2: pod affinity}
                - that: a match on a node with one of the keys does
                  nodes:
                    n1: {labels: {zone: a, rack: k}}
                    n2: {labels: {zone: b}}
                  pods: {b1: {on: n2, labels: {app: web}}}
                  pod: {labels: {app: web}, spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}},
                      {topologyKey: rack, labelSelector: {matchLabels: {app: web}}}]}}}}
                  verdicts: {n1: pod affinity, n2: pod affinity}
                - that: pods being deleted count, finished ones do not
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods:
                    b1: {on: n1, labels: {app: web}, metadata: {deletionTimestamp: then}}
                    b2: {on: n2, labels: {app: web}, status: {phase: Succeeded}}
                  pod: {spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}
                  verdicts: {n1: fits, n2: pod affinity}
                - that: no selector matches nothing, an empty one everything
                  nodes: {n1: {labels: {zone: a}}}
                  pods: {b1: {on: n1}}
                  pod: {spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: zone}]}}}}
                  verdicts: {n1: pod affinity}
                - that: an empty selector
                  nodes: {n1: {labels: {zone: a}}}
                  pods: {b1: {on: n1}}
                  pod: {spec: {affinity: {podAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {}}]}}}}
                  verdicts: {n1: fits}
                """);
    }

    @Test
    void antiAffinity() {
        Situations.check(
                """
                - that: a pod avoids others within its domains, and nodes without the key are none
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: a}}, n3: {}}
                  pods: {b1: {on: n1, labels: {app: web}}, b3: {on: n3, labels: {app: web}}}
                  pod: {spec: {affinity: {podAntiAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}
                  verdicts: {n1: pod anti-affinity, n2: pod anti-affinity, n3: fits}
                - that: others avoid the pod
                  nodes: {n1: {labels: {zone: a}}, n2: {labels: {zone: b}}}
                  pods:
                    b1: {on: n1, spec: {affinity: {podAntiAffinity: {
                      requiredDuringSchedulingIgnoredDuringExecution: [
                        {topologyKey: zone, labelSelector: {matchLabels: {app: web}}}]}}}}
                  pod: {labels: {app: web}}
                  verdicts: {n1: pod anti-affinity, n2: fits}
                - that: label keys are the owner's, equal or different
                  nodes: {n1: {labels: {host: a}}, n2: {labels: {host: b}}, n3: {labels: {host: c}}}
                  pods:
                    b1: {on: n1, labels: {app: web, v: "1"}}
                    b2: {on: n2, labels: {app: web, v: "2"}}
                    b3: {on: n3, labels: {app: web}}
                  pod: {labels: {v: "1"}, spec: {affinity: {podAntiAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: host, labelSelector: {matchLabels: {app: web}},
                       mismatchLabelKeys: [v, absent]}]}}}}
                  verdicts: {n1: fits, n2: pod anti-affinity, n3: pod anti-affinity}
                """);
    }

    @Test
    void namespaces() {
        Situations.check(
                """
                - that: a list and a selector are a union, without the pod's own
                  objects:
                    - {kind: Namespace, metadata: {name: red}}
                    - {kind: Namespace, metadata: {name: blue, labels: {team: b}}}
                    - {kind: Namespace, metadata: {name: grey}}
                    - {kind: Namespace, metadata: {name: pink}}
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}, n3: {labels: {h: c}},
                    n4: {labels: {h: d}}}
                  pods:
                    b1: {on: n1, in: red}
                    b2: {on: n2, in: blue}
                    b3: {on: n3, in: grey}
                    b4: {on: n4, in: pink}
                  pod: {spec: {affinity: {podAntiAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: h, labelSelector: {}, namespaces: [grey],
                       namespaceSelector: {matchLabels: {team: b}}}]}}}}
                  verdicts: {n1: fits, n2: pod anti-affinity, n3: pod anti-affinity, n4: fits}
                - that: no selector is the pod's own namespace
                  nodes: {n1: {labels: {h: a}}, n2: {labels: {h: b}}}
                  pods: {b1: {on: n1, in: red}, b2: {on: n2, in: blue}}
                  pod: {spec: {affinity: {podAntiAffinity: {
                    requiredDuringSchedulingIgnoredDuringExecution: [
                      {topologyKey: h, labelSelector: {}}]}}}}
                  verdicts: {n1: pod anti-affinity, n2: fits}
                - that: an empty one is every namespace, also seen from the other side
                  nodes: {n1: {labels: {h: a}}}
                  pods:
                    b1: {on: n1, in: blue, spec: {affinity: {podAntiAffinity: {
                      requiredDuringSchedulingIgnoredDuringExecution: [
                        {topologyKey: h, labelSelector: {}, namespaceSelector: {}}]}}}}
                  verdicts: {n1: pod anti-affinity}
                """);
    }
}
