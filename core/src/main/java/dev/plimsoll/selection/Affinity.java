package dev.plimsoll.selection;

import java.util.Comparator;
import java.util.List;

/// The required node affinity of a pod.
public sealed interface Affinity {

    /// Whether it matches the node whichever of several the node will be.
    boolean matches(String node, Labels labels);

    /// No condition: the affinity of a pod that has none.
    record Anywhere() implements Affinity {

        @Override
        public boolean matches(String node, Labels labels) {
            return true;
        }
    }

    /// At least one of the terms matches. An empty list matches no node.
    record AnyOf(List<Term> terms) implements Affinity {

        public AnyOf {
            terms = terms.stream().sorted(Comparator.comparing(Term::toString)).toList();
        }

        @Override
        public boolean matches(String node, Labels labels) {
            for (var possible : labels.possible()) {
                if (terms.stream().noneMatch(term -> term.matches(node, possible))) {
                    return false;
                }
            }
            return true;
        }
    }

    /// All conditions on labels and on fields match. A term without conditions matches no node.
    ///
    /// @param fields conditions on `metadata.name`, the only field
    record Term(List<Requirement> labels, List<Requirement> fields) {

        public Term {
            labels = labels.stream().sorted(Comparator.comparing(Requirement::toString)).toList();
            fields = fields.stream().sorted(Comparator.comparing(Requirement::toString)).toList();
        }

        public boolean matches(String node, Labels on) {
            if (labels.isEmpty() && fields.isEmpty()) {
                return false;
            }
            var name = Labels.of("metadata.name", node);
            return labels.stream().allMatch(requirement -> requirement.matches(on))
                    && fields.stream().allMatch(requirement -> requirement.matches(name));
        }
    }
}
