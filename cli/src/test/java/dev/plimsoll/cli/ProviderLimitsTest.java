package dev.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plans keep to the limits of a provider: of Karpenter's node pools, and of virtual nodes, which
/// have no machines.
class ProviderLimitsTest {

    /// The limits of the second cluster are below what its pods need.
    private static final long FIRST_SEED = Seeds.few(2, 1);

    private static final long LAST_SEED = Seeds.few(2, 5);

    @TempDir private Path folder = Path.of("");

    /// Karpenter counts the capacity of nodes, not what is allocatable.
    @Test
    void aNodePoolOfKarpenterStaysWithinItsLimits() {
        int limited = 0;
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            var dump = Provider.KARPENTER.dump(new SplittableRandom(seed), 1).toString();
            var unlimited = dump.replaceFirst("\"limits\":\\{[^}]*\\}", "");

            var after = after(dump, new Judged(folder, dump, "").plan());

            var limits = limits(dump);
            assertThat(after.cores())
                    .as("cores, seed %d", seed)
                    .isLessThanOrEqualTo(limits.cores());
            assertThat(after.gibibytes())
                    .as("GiB, seed %d", seed)
                    .isLessThanOrEqualTo(limits.gibibytes());
            var wanted = after(dump, new Judged(folder, unlimited, "").plan());
            boolean isLimited =
                    wanted.cores() > limits.cores() || wanted.gibibytes() > limits.gibibytes();
            limited += isLimited ? 1 : 0;
        }
        assertThat(limited).isPositive();
    }

    private record Amount(int cores, int gibibytes) {

        Amount plus(Amount other, int times) {
            return new Amount(cores + times * other.cores, gibibytes + times * other.gibibytes);
        }
    }

    private static Amount amount(Map<?, ?> resources) {
        return new Amount(
                Integer.parseInt(Plain.text(resources, "cpu")),
                Integer.parseInt(Plain.text(resources, "memory").replace("Gi", "")));
    }

    private static Amount limits(String dump) {
        return Plain.trees(dump).stream()
                .filter(object -> Plain.text(object, "kind").equals("NodePool"))
                .map(pool -> amount(Plain.tree(Plain.in(pool, "spec", "limits"))))
                .findFirst()
                .orElseThrow();
    }

    /// The capacity of all nodes after a plan.
    private static Amount after(String dump, Map<?, ?> plan) {
        var all = new Amount(0, 0);
        var types = new TreeMap<String, Amount>();
        for (var object : Plain.trees(dump)) {
            if (DumpNode.isNode(object)) {
                var one = amount(Plain.tree(Plain.in(object, "status", "capacity")));
                var labels = new DumpNode(object).labels();
                types.put(Plain.text(labels, "node.kubernetes.io/instance-type"), one);
                all = all.plus(one, 1);
            }
        }
        for (var step : Plain.maps(plan, "plan")) {
            for (var some : Plain.maps(step, "in")) {
                var type = Objects.requireNonNull(types.get(Plain.text(some, "instanceType")));
                all = all.plus(type, Plain.number(some, "nodes"));
            }
        }
        return all;
    }

    /// Some pods tolerate the virtual node, and some select it.
    @Test
    void aVirtualNodeHasNoRoomAndDoesNotGrow() {
        for (long seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
            var dump = Provider.AKS.dump(new SplittableRandom(seed), 1).toString();

            var judged = new Judged(folder, dump, "");

            assertThat(Plain.maps(judged.plan(), "placement"))
                    .extracting(place -> Plain.text(place, "node"))
                    .isNotEmpty()
                    .doesNotContain(Provider.VIRTUAL_NODE);
            assertThat(Plain.maps(judged.plan(), "plan"))
                    .filteredOn(step -> Plain.text(step, "step").equals("resizeGroup"))
                    .extracting(step -> Plain.text(step, "group"))
                    .isNotEmpty()
                    .isSubsetOf(Provider.AKS.pools());
            assertThat(Plain.maps(judged.plan(), "unschedulable"))
                    .extracting(pods -> Plain.text(pods, "example"))
                    .contains("shop/aci-0");
            assertThat(judged.plan().toString()).contains("rule=virtual-nodes");
        }
    }
}
