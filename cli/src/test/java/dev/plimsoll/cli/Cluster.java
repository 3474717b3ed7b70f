package dev.plimsoll.cli;

import java.util.ArrayList;
import java.util.List;

/// A dump in the making: Kubernetes objects as text, one a line.
final class Cluster {

    private final List<String> objects = new ArrayList<>();

    /// A node of a node group on AWS.
    Cluster node(String name, String group, String type, String cpu, String memory) {
        objects.add(
                """
                {"kind":"Node","apiVersion":"v1","metadata":{"name":"%1$s","labels":{\
                "eks.amazonaws.com/nodegroup":"%2$s","node.kubernetes.io/instance-type":"%3$s",\
                "topology.kubernetes.io/region":"us-east-1","topology.kubernetes.io/zone":"us-east-1a",\
                "kubernetes.io/hostname":"%1$s"}},\
                "status":{"allocatable":{"cpu":"%4$s","memory":"%5$s","pods":"58"}}}\
                """
                        .formatted(name, group, type, cpu, memory));
        return this;
    }

    /// A pod that waits.
    Cluster pod(String name, String cpu, String memory) {
        return pod(name, cpu, memory, "");
    }

    /// @param spec more of its spec, each with a comma before it
    Cluster pod(String name, String cpu, String memory, String spec) {
        objects.add(
                """
                {"kind":"Pod","apiVersion":"v1","metadata":{"name":"%s","namespace":"shop"},\
                "spec":{"containers":[{"name":"c","resources":{"requests":\
                {"cpu":"%s","memory":"%s"}}}]%s}}\
                """
                        .formatted(name, cpu, memory, spec));
        return this;
    }

    Cluster add(String object) {
        objects.add(object);
        return this;
    }

    List<String> objects() {
        return List.copyOf(objects);
    }

    static String dump(List<String> objects) {
        return "{\"kind\":\"List\",\"items\":[\n" + String.join(",\n", objects) + "\n]}\n";
    }

    @Override
    public String toString() {
        return dump(objects);
    }
}
