package dev.plimsoll.cluster;

import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Selector;
import java.util.List;

/// A term of pod affinity or anti-affinity: pods of some namespaces with some labels, in the
/// domains of one topology key.
///
/// @param namespaces by name
/// @param namespaceSelector by their labels; both lists are added
/// @param topologyKey nodes with equal values of this label are one domain
public record PodTerm(
        List<String> namespaces,
        Selector namespaceSelector,
        Selector selector,
        String topologyKey) {

    public PodTerm {
        namespaces = namespaces.stream().distinct().sorted().toList();
    }

    /// It matches pods of the shape.
    ///
    /// @param namespaceLabels labels of the shape's namespace
    public boolean matches(Shape shape, Labels namespaceLabels) {
        return selector.matches(shape.labels())
                && (namespaces.contains(shape.namespace())
                        || namespaceSelector.matches(namespaceLabels));
    }
}
