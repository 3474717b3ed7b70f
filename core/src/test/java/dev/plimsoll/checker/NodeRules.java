package dev.plimsoll.checker;

import static dev.plimsoll.checker.Tree.flag;
import static dev.plimsoll.checker.Tree.map;
import static dev.plimsoll.checker.Tree.maps;
import static dev.plimsoll.checker.Tree.name;
import static dev.plimsoll.checker.Tree.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rules that look at one node: its state, taints, labels, ports and resources.
final class NodeRules {

    static Optional<String> unschedulable(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var taint =
                Map.<String, Object>of(
                        "key", "node.kubernetes.io/unschedulable", "effect", "NoSchedule");
        return flag(node, "spec", "unschedulable") && !tolerated(pod, taint)
                ? Optional.of("unschedulable: " + name(node) + " takes no new pods")
                : Optional.empty();
    }

    static Optional<String> named(World world, Map<String, Object> pod, Map<String, Object> node) {
        var wanted = text(pod, "spec", "nodeName");
        return wanted.isEmpty() || wanted.equals(name(node))
                ? Optional.empty()
                : Optional.of("name: the pod is on " + wanted);
    }

    static Optional<String> taints(World world, Map<String, Object> pod, Map<String, Object> node) {
        return untolerated(pod, node).map(taint -> "taint: " + taint + " is not tolerated");
    }

    /// The first taint that the pod does not tolerate.
    static Optional<Map<String, Object>> untolerated(
            Map<String, Object> pod, Map<String, Object> node) {
        return maps(node, "spec", "taints").stream()
                .filter(taint -> !text(taint, "effect").equals("PreferNoSchedule"))
                .filter(taint -> !tolerated(pod, taint))
                .findFirst();
    }

    private static boolean tolerated(Map<String, Object> pod, Map<String, Object> taint) {
        return maps(pod, "spec", "tolerations").stream()
                .anyMatch(toleration -> tolerates(toleration, taint));
    }

    private static boolean tolerates(Map<String, Object> toleration, Map<String, Object> taint) {
        var effect = text(toleration, "effect");
        var key = text(toleration, "key");
        if (!effect.isEmpty() && !effect.equals(text(taint, "effect"))) {
            return false;
        }
        if (!key.isEmpty() && !key.equals(text(taint, "key"))) {
            return false;
        }
        return switch (text(toleration, "operator")) {
            case "Exists" -> true;
            case "", "Equal" -> text(toleration, "value").equals(text(taint, "value"));
            case "Lt" -> compare(taint, toleration).filter(order -> order < 0).isPresent();
            case "Gt" -> compare(taint, toleration).filter(order -> order > 0).isPresent();
            default -> false;
        };
    }

    /// The values of both as numbers; empty if either is not the canonical text of an int64.
    private static Optional<Integer> compare(
            Map<String, Object> taint, Map<String, Object> toleration) {
        return number(taint)
                .flatMap(left -> number(toleration).map(right -> left.compareTo(right)));
    }

    private static Optional<Long> number(Map<String, Object> object) {
        var text = text(object, "value");
        try {
            long number = Long.parseLong(text);
            return Long.toString(number).equals(text) ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException _) {
            return Optional.empty();
        }
    }

    static Optional<String> affinity(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        return Selectors.wants(pod, node)
                ? Optional.empty()
                : Optional.of("node affinity: " + name(node) + " is not what the pod asks for");
    }

    static Optional<String> ports(World world, Map<String, Object> pod, Map<String, Object> node) {
        var wanted = ports(pod);
        for (var other : world.podsOn(node)) {
            for (var taken : ports(other)) {
                if (wanted.stream().anyMatch(taken::collides)) {
                    return Optional.of("ports: " + taken + " is taken by " + name(other));
                }
            }
        }
        return Optional.empty();
    }

    private static List<Port> ports(Map<String, Object> pod) {
        var containers = new ArrayList<>(maps(pod, "spec", "containers"));
        maps(pod, "spec", "initContainers").stream()
                .filter(Requests::sidecar)
                .forEach(containers::add);
        var ports = new ArrayList<Port>();
        for (var container : containers) {
            for (var port : maps(container, "ports")) {
                var number = text(port, "hostPort");
                if (!number.isEmpty() && !number.equals("0")) {
                    ports.add(Port.of(port));
                }
            }
        }
        return ports;
    }

    private record Port(String protocol, String number, String address) {

        static Port of(Map<String, Object> port) {
            var protocol = text(port, "protocol");
            var address = text(port, "hostIP");
            return new Port(
                    protocol.isEmpty() ? "TCP" : protocol,
                    text(port, "hostPort"),
                    address.isEmpty() ? "0.0.0.0" : address);
        }

        boolean collides(Port other) {
            return protocol.equals(other.protocol)
                    && number.equals(other.number)
                    && (address.equals(other.address) || anywhere() || other.anywhere());
        }

        private boolean anywhere() {
            return address.equals("0.0.0.0");
        }
    }

    static Optional<String> resources(
            World world, Map<String, Object> pod, Map<String, Object> node) {
        var offered = Amounts.of(map(node, "status", "allocatable")).roundedUp();
        var others = world.podsOn(node);
        if (offered.get("pods").intValue() < others.size() + 1) {
            return Optional.of("resources: all " + others.size() + " slots are taken");
        }
        var taken = others.stream().map(Requests::held).reduce(new Amounts(), Amounts::plus);
        var asked = Requests.asked(pod);
        for (var name : asked.names()) {
            var free = offered.get(name).subtract(taken.get(name));
            if (asked.get(name).signum() > 0 && asked.get(name).compareTo(free) > 0) {
                return Optional.of(
                        "resources: "
                                + name
                                + " asked "
                                + asked.get(name).toPlainString()
                                + ", free "
                                + free.toPlainString());
            }
        }
        return Optional.empty();
    }

    private NodeRules() {}
}
