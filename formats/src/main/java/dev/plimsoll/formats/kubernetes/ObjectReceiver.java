package dev.plimsoll.formats.kubernetes;

import dev.plimsoll.formats.Value;

/// Receives the Kubernetes objects of texts, one after the other.
interface ObjectReceiver {

    /// @param ofList the type of objects in a list that do not have their own
    void put(Value.Mapping object, Type ofList);

    void delete(Value.Mapping object);

    /// The list that ends has every object of its cluster.
    void complete();
}
