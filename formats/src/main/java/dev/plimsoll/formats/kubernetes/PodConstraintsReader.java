package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.Spread;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Selector;
import java.util.ArrayList;
import java.util.List;

/// Reads a pod's inter-pod affinity and topology spread constraints.
///
/// `matchLabelKeys` stand for conditions on the pod's own values of these labels. In pods that come
/// from an API server the conditions are in the selector already, and there they are once.
final class PodConstraintsReader {

    private final String namespace;
    private final Labels labels;

    PodConstraintsReader(String namespace, Labels labels) {
        this.namespace = namespace;
        this.labels = labels;
    }

    PodConstraints constraints(Cursor spec) {
        var affinity = spec.get("affinity");
        return new PodConstraints(
                terms(affinity.get("podAffinity").get(Specs.REQUIRED)),
                terms(affinity.get("podAntiAffinity").get(Specs.REQUIRED)),
                spreads(spec.get("topologySpreadConstraints")));
    }

    private List<PodTerm> terms(Cursor required) {
        var terms = new ArrayList<PodTerm>();
        for (var term : required.items()) {
            var names = term.get("namespaces").texts();
            var byLabels = term.get("namespaceSelector");
            boolean isOwn = names.isEmpty() && !byLabels.isThere();
            terms.add(
                    new PodTerm(
                            isOwn ? List.of(namespace) : names,
                            selector(byLabels),
                            ofLikePods(term),
                            term.get("topologyKey").text()));
        }
        return terms;
    }

    private Selector ofLikePods(Cursor term) {
        var written = selector(term.get("labelSelector"));
        var more = new ArrayList<Requirement>();
        for (var key : term.get("matchLabelKeys").texts()) {
            add(more, written, key, Requirement.Operator.IN);
        }
        for (var key : term.get("mismatchLabelKeys").texts()) {
            add(more, written, key, Requirement.Operator.NOT_IN);
        }
        return with(written, more);
    }

    private void add(
            List<Requirement> more, Selector written, String key, Requirement.Operator operator) {
        boolean isThere =
                written.conditions().stream()
                        .anyMatch(one -> one.key().equals(key) && one.operator() == operator);
        if (!isThere && labels.has(key)) {
            more.add(new Requirement(key, operator, List.of(labels.get(key))));
        }
    }

    private static Selector with(Selector selector, List<Requirement> more) {
        return switch (selector) {
            case Selector.Nothing nothing -> nothing;
            case Selector.AllOf(var requirements) -> {
                more.addAll(requirements);
                yield new Selector.AllOf(more);
            }
        };
    }

    private List<Spread> spreads(Cursor constraints) {
        var spreads = new ArrayList<Spread>();
        for (var constraint : constraints.items()) {
            if (constraint.get("whenUnsatisfiable").text().equals("ScheduleAnyway")) {
                continue;
            }
            var more = new ArrayList<Requirement>();
            for (var key : constraint.get("matchLabelKeys").texts()) {
                if (labels.has(key)) {
                    more.add(Requirement.in(key, labels.get(key)));
                }
            }
            spreads.add(
                    new Spread(
                            constraint.get("maxSkew").whole(),
                            constraint.get("topologyKey").text(),
                            with(selector(constraint.get("labelSelector")), more),
                            Math.max(1, constraint.get("minDomains").whole()),
                            policy(constraint.get("nodeAffinityPolicy"), Spread.Policy.HONOR),
                            policy(constraint.get("nodeTaintsPolicy"), Spread.Policy.IGNORE)));
        }
        return spreads;
    }

    private static Spread.Policy policy(Cursor policy, Spread.Policy orElse) {
        return switch (policy.text()) {
            case "" -> orElse;
            case "Honor" -> Spread.Policy.HONOR;
            case "Ignore" -> Spread.Policy.IGNORE;
            case String other -> {
                policy.mistake("'" + other + "' is not one of Honor, Ignore");
                yield orElse;
            }
        };
    }

    /// A selector that is not there means nothing; an empty one everything.
    static Selector selector(Cursor selector) {
        return selector.isThere()
                ? new Selector.AllOf(Specs.selector(selector))
                : Selector.nothing();
    }
}
