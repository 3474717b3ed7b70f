package dev.plimsoll.oracle;

import static dev.plimsoll.oracle.Trees.list;
import static dev.plimsoll.oracle.Trees.object;
import static dev.plimsoll.oracle.Trees.tree;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ShrinkingTest {

    @Test
    void keepsOnlyWhatShowsTheFault() {
        var found = found();

        var smallest = Shrinking.smallest(found, ShrinkingTest::blueTaintMeetsBigPod);

        var node = object("v1", "Node", "n1");
        node.put("spec", tree("taints", list(tree("key", "blue"))));
        var pod = object("v1", "Pod", "a2");
        pod.put("cpu", "3");
        assertThat(smallest).isEqualTo(new Case(7, List.of(node), List.of(pod)));
    }

    @Test
    void staysWithinItsTries() {
        var tries = new int[1];

        Shrinking.smallest(
                found(),
                smaller -> {
                    tries[0]++;
                    return blueTaintMeetsBigPod(smaller);
                },
                5);

        assertThat(tries[0]).isEqualTo(5);
    }

    @Test
    void everyCaseShrinksToOneThatStillShowsTheFault() {
        for (long seed = 1; seed <= 40; seed++) {
            var found = Cases.of(seed);

            var smallest = Shrinking.smallest(found, smaller -> smaller.pods().size() >= 2);

            assertThat(smallest.pods()).hasSize(2);
            assertThat(smallest.objects()).isEmpty();
        }
    }

    private static Case found() {
        var node = object("v1", "Node", "n1");
        node.put(
                "spec",
                tree(
                        "unschedulable",
                        true,
                        "taints",
                        list(tree("key", "red"), tree("key", "blue", "effect", "NoSchedule"))));
        var big = object("v1", "Pod", "a2");
        big.put("cpu", "3");
        big.put("memory", "1Gi");
        return new Case(
                7,
                List.of(object("v1", "Namespace", "red"), node, object("v1", "Node", "n2")),
                List.of(object("v1", "Pod", "a1"), big, object("v1", "Pod", "a3")));
    }

    private static boolean blueTaintMeetsBigPod(Case smaller) {
        return smaller.objects().toString().contains("key=blue")
                && smaller.pods().toString().contains("cpu=3");
    }
}
