package dev.plimsoll.cli;

import static dev.plimsoll.cli.Shell.plimsoll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plans for clusters as providers sell them.
class ProviderPlanTest {

    /// A seed whose cluster on EKS takes less time than others.
    private static final long FIRST_SEED = 2;

    private static final int SEEDS = Seeds.few(1, 3);

    /// How many times the provider picks zones and types for each plan.
    private static final int PICKS = Seeds.few(1, 2);

    private static final Map<String, Planned> PLANS = new TreeMap<>();

    @TempDir private Path folder = Path.of("");

    /// A cluster and its plan without a policy.
    private record Planned(
            Provider provider, String dump, List<Map<String, Object>> objects, Judged judged) {

        Map<?, ?> plan() {
            return judged.plan();
        }

        DeliveredNodes delivered(long seed) {
            return new DeliveredNodes(objects, provider.key(), plan(), new SplittableRandom(seed));
        }
    }

    private Planned planned(Provider provider, long seed, int size) {
        return PLANS.computeIfAbsent(
                provider + " " + seed + " " + size,
                _ -> planned(provider, provider.dump(new SplittableRandom(seed), size).toString()));
    }

    private Planned planned(Provider provider, String dump) {
        return new Planned(provider, dump, Plain.trees(dump), new Judged(folder, dump, ""));
    }

    /// Says something about clusters of several seeds.
    private void forAll(Provider provider, Consumer<Planned> law) {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
            var planned = planned(provider, seed, 1);
            assertThat(Plain.list(planned.plan(), "plan")).isNotEmpty();
            law.accept(planned);
        }
    }

    @ParameterizedTest
    @EnumSource
    void groupsHaveTheNamesOfTheirPools(Provider provider) {
        forAll(provider, ProviderPlanTest::hasTheGroupsOfItsPools);
    }

    /// The control plane and virtual nodes are other groups.
    private static void hasTheGroupsOfItsPools(Planned planned) {
        var names = new TreeSet<String>();
        for (var group : Plain.maps(planned.plan(), "groups")) {
            names.add(Plain.text(group, "name"));
        }
        names.removeAll(List.of("control-plane-us-east-1a", "virtual-kubelet"));
        assertThat(names).containsExactlyElementsOf(planned.provider().pools());
    }

    @ParameterizedTest
    @EnumSource
    void newNodesKeepZonesLevel(Provider provider) {
        var free = new ArrayList<String>();
        forAll(provider, planned -> free.addAll(keepsZonesLevel(planned)));

        assertThat(free).isNotEmpty();
    }

    /// An instance type that is on no price list is the same machine in every zone.
    @Test
    void newNodesKeepZonesLevelWithoutPrices() {
        var dump = Provider.KOPS.dump(new SplittableRandom(FIRST_SEED), 1).toString();

        var free = keepsZonesLevel(planned(Provider.KOPS, dump.replace("m5.xlarge", "metal")));

        assertThat(free).isNotEmpty();
    }

    /// A zone that gets a node has at most one node more than any other zone, unless the pods of
    /// that node need the zone.
    ///
    /// @return the group and zone of each new node that could be in any zone
    private static SortedSet<String> keepsZonesLevel(Planned planned) {
        var delivered = planned.delivered(0);
        var free = new TreeSet<String>();
        for (var place : Plain.maps(planned.plan(), "placement")) {
            boolean isFree = delivered.isFree(Plain.text(place, "node"));
            if (Plain.part(place, "new").equals(true) && isFree) {
                free.add(Plain.text(place, "group") + " " + Plain.text(place, "zone"));
            }
        }
        for (var twins : twins(planned.provider())) {
            var zones = new TreeMap<String, Integer>();
            var raised = new TreeSet<Integer>();
            for (var group : Plain.maps(planned.plan(), "groups")) {
                if (twins.contains(Plain.text(group, "name"))) {
                    for (var zone : Plain.maps(group, "zones")) {
                        var name = Plain.text(zone, "zone");
                        int wanted = Plain.number(zone, "wanted");
                        zones.merge(name, wanted, Integer::sum);
                        boolean isRaised = wanted > Plain.number(zone, "nodes");
                        if (isRaised && free.contains(Plain.text(group, "name") + " " + name)) {
                            raised.add(wanted);
                        }
                    }
                }
            }
            int lowest = zones.values().stream().mapToInt(Integer::intValue).min().orElseThrow();
            assertThat(raised).as("%s: %s", twins, zones).allMatch(nodes -> nodes <= lowest + 1);
        }
        return free;
    }

    /// Groups that differ only in their zone belong together.
    private static List<List<String>> twins(Provider provider) {
        return provider == Provider.KOPS
                ? List.of(provider.pools())
                : provider.pools().stream().map(List::of).toList();
    }

    @ParameterizedTest
    @EnumSource
    void everyPlacementHoldsInTheZonesThatTheProviderPicks(Provider provider) {
        forAll(provider, planned -> holdsWhateverTheProviderPicks(planned, Seeds.few(4, 1)));
    }

    /// @param share checks every `share`-th pod
    private static void holdsWhateverTheProviderPicks(Planned planned, int share) {
        for (long seed = 0; seed < PICKS; seed++) {
            planned.judged().isAccepted(planned.objects(), planned.delivered(seed), share);
        }
        planned.judged().costsNoLessThanItsBound();
    }

    /// For EKS, the largest of these clusters, ten times as many nodes are enough.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "EKS")
    void thePolicyOfInitIsShortAndPlansTheSame(Provider provider) {
        forAll(provider, this::plansTheSameWithThePolicyOfInit);
    }

    private void plansTheSameWithThePolicyOfInit(Planned planned) {
        var init = plimsoll("init", file("dump.json", planned.dump()));
        assertThat(init.err()).isEmpty();
        int groups = Plain.list(Plain.map(init.out()), "groups").size();
        assertThat(init.out().lines().count() - 3).isLessThanOrEqualTo(12L * groups);

        var validated = plimsoll("validate", file("policy.yaml", init.out()));
        assertThat(validated.err()).isEmpty();
        assertThat(validated.code()).isZero();

        plansTheSame(planned, init.out());
    }

    private void plansTheSame(Planned planned, String policy) {
        var judged = new Judged(folder, planned.dump(), policy);

        assertThat(Plain.list(judged.plan(), "plan")).isEqualTo(Plain.list(planned.plan(), "plan"));
        assertThat(judged.left()).isEqualTo(planned.judged().left());
    }

    @Test
    void aPolicyThatOnlyNamesNodeGroupsPlansTheSame() {
        forAll(Provider.EKS, planned -> plansTheSame(planned, namesOf(planned.provider())));
    }

    private static String namesOf(Provider provider) {
        var groups = new ArrayList<String>();
        for (var pool : provider.pools()) {
            groups.add(
                    """
                      - name: %1$s
                        match: {labels: {%2$s: %1$s}}
                        manage: pods
                        maxNodes: 1000
                    """
                            .formatted(pool, provider.key()));
        }
        return "kind: Policy\ngroups:\n" + String.join("", groups);
    }

    @Tag("long")
    @ParameterizedTest
    @EnumSource
    void allOfThisHoldsForTenTimesAsManyNodes(Provider provider) {
        var planned = planned(provider, 1, 10);

        hasTheGroupsOfItsPools(planned);
        assertThat(keepsZonesLevel(planned)).isNotEmpty();
        planned.judged().isAccepted(planned.objects(), planned.delivered(0), 400);
        plansTheSameWithThePolicyOfInit(planned);
    }

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }
}
