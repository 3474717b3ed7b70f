package dev.plimsoll.slack;

import static dev.plimsoll.slack.Scene.node;
import static dev.plimsoll.slack.Scene.policy;
import static dev.plimsoll.slack.Scene.sentences;
import static dev.plimsoll.slack.Scene.shape;
import static dev.plimsoll.slack.Scene.wanted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Buffer;
import dev.plimsoll.cluster.Buffer.Pattern;
import dev.plimsoll.cluster.BufferSize;
import dev.plimsoll.cluster.Cluster;
import dev.plimsoll.cluster.PodConstraints;
import dev.plimsoll.cluster.PodTerm;
import dev.plimsoll.cluster.ResourceQuota;
import dev.plimsoll.cluster.Shape;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.collection.SharedMap;
import dev.plimsoll.quantity.Count;
import dev.plimsoll.quantity.Quantity;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.KindName;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.ObjectName;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Selector;
import dev.plimsoll.slack.QuotaLimits.Allowed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// CapacityBuffers in namespaces with ResourceQuotas.
class QuotaLimitsTest {

    private static final Shape POD = shape(amounts(1_000, 1_024));

    /// The first five rows are Cluster Autoscaler's own test cases. A pod requests 1 cpu and 1Gi.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    wanted | hard                 | used            | hard 2 | used 2     | allowed | by
                    5      |                      |                 |        |            | 5       |
                    5      | cpu=10 memory=10Gi   |                 |        |            | 5       |
                    5      | cpu=10               | cpu=8           |        |            | 2       | q1
                    5      | cpu=5                | cpu=4           | cpu=10 | cpu=8      | 1       | q1, q2
                    5      | cpu=2                |                 | memory=2Gi |        | 2       | q1, q2
                    5      | cpu=10 memory=2047Mi |                 |        |            | 1       | q1
                    5      | cpu=10               | cpu=12          |        |            | 0       | q1
                    5      | cpu=0                |                 |        |            | 0       | q1
                    5      | cpu=4999m            |                 |        |            | 4       | q1
                    5      | cpu=5                |                 |        |            | 5       |
                    5      | cpu=5001m            |                 |        |            | 5       |
                    5      | pods=20              | pods=17         |        |            | 3       | q1
                    5      | count/pods=20        | count/pods=19   |        |            | 1       | q1
                    5      | nvidia.com/gpu=0     |                 |        |            | 5       |
                    0      | cpu=0                |                 |        |            | 0       |
                    """)
    void allowsWhatEveryQuotaHasLeft(
            int wanted,
            @Nullable String hard,
            @Nullable String used,
            @Nullable String hard2,
            @Nullable String used2,
            int allowed,
            @Nullable String by) {
        var quotas = List.of(quota("q1", hard, used), quota("q2", hard2, used2));

        assertThat(allowed(quotas, buffer("web", wanted, POD)))
                .containsExactly("web " + new Allowed(wanted, allowed, names(by)));
    }

    /// Cluster Autoscaler's own case: 10 cpu for 5 and 10 pods.
    @Test
    void givesToTheOldestBufferFirst() {
        var quota = List.of(quota("q", "cpu=10", null));
        var young = buffer("a", 10, POD, 60);
        var old = buffer("b", 5, POD, 0);
        var twin = buffer("c", 5, POD, 0);

        assertThat(allowed(quota, young, old))
                .containsExactly(
                        "a " + new Allowed(10, 5, List.of("q")),
                        "b " + new Allowed(5, 5, List.of()));
        assertThat(allowed(quota, young, twin, old))
                .containsExactly(
                        "a " + new Allowed(10, 0, List.of("q")),
                        "b " + new Allowed(5, 5, List.of()),
                        "c " + new Allowed(5, 5, List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    scope                     | operator       | values    | requests | priorityClass | counts
                    NotTerminating            | EXISTS         |           | cpu=1    |               | true
                    Terminating               | EXISTS         |           | cpu=1    |               | false
                    BestEffort                | EXISTS         |           | cpu=1    |               | false
                    BestEffort                | EXISTS         |           | memory=1 |               | false
                    BestEffort                | EXISTS         |           | x.io/g=1 |               | true
                    NotBestEffort             | EXISTS         |           | cpu=1    |               | true
                    NotBestEffort             | EXISTS         |           | x.io/g=1 |               | false
                    PriorityClass             | EXISTS         |           | cpu=1    | high          | true
                    PriorityClass             | EXISTS         |           | cpu=1    |               | false
                    PriorityClass             | IN             | high      | cpu=1    | high          | true
                    PriorityClass             | IN             | high      | cpu=1    | low           | false
                    PriorityClass             | IN             | high      | cpu=1    |               | false
                    PriorityClass             | NOT_IN         | high      | cpu=1    | high          | false
                    PriorityClass             | NOT_IN         | high      | cpu=1    |               | true
                    PriorityClass             | DOES_NOT_EXIST |           | cpu=1    |               | true
                    PriorityClass             | DOES_NOT_EXIST |           | cpu=1    | low           | false
                    CrossNamespacePodAffinity | EXISTS         |           | cpu=1    |               | false
                    VolumeAttributesClass     | EXISTS         |           | cpu=1    |               | false
                    """)
    void countsPodsInAllItsScopes(
            String scope,
            Operator operator,
            @Nullable String value,
            String requests,
            @Nullable String priorityClass,
            boolean counts) {
        var quota =
                new ResourceQuota(
                        new ObjectName("shop", "q"),
                        Resources.NONE.with("pods", 1),
                        Resources.NONE,
                        List.of(new Requirement(scope, operator, names(value))));
        var pods =
                new Pattern.Pods(
                        shape(amounts(requests)),
                        Count.unknown(),
                        priorityClass == null ? "" : priorityClass);
        var half =
                new ResourceQuota(
                        quota.name(),
                        quota.hard(),
                        quota.used(),
                        List.of(
                                quota.scopes().getFirst(),
                                new Requirement("Terminating", Operator.EXISTS, List.of())));

        assertThat(quota.counts(pods)).isEqualTo(counts);
        assertThat(half.counts(pods)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    namespaces | by labels | counts
                    shop       | false     | false
                    other      | false     | true
                    shop       | true      | true
                    """)
    void countsPodsWithAffinityToOtherNamespaces(
            String namespace, boolean byLabels, boolean counts) {
        var term =
                new PodTerm(
                        List.of(namespace),
                        byLabels ? Selector.everything() : Selector.nothing(),
                        Selector.everything(),
                        "kubernetes.io/hostname");
        var near = new PodConstraints(List.of(term), List.of(), List.of());
        var apart = new PodConstraints(List.of(), List.of(term), List.of());
        var scope = new Requirement("CrossNamespacePodAffinity", Operator.EXISTS, List.of());
        var quota =
                new ResourceQuota(
                        new ObjectName("shop", "q"),
                        Resources.NONE,
                        Resources.NONE,
                        List.of(scope));

        for (var constraints : List.of(near, apart)) {
            var place =
                    new Placement(
                            Labels.NONE,
                            new Affinity.Anywhere(),
                            List.of(),
                            constraints,
                            List.of(),
                            List.of(),
                            List.of());
            var pods = new Pattern.Pods(shape(amounts(1, 1), place), Count.unknown(), "");
            assertThat(quota.counts(pods)).isEqualTo(counts);
        }
    }

    /// A quota that does not count the pods of a buffer reserves nothing for it, nor does one of
    /// another namespace.
    @Test
    void looksOnlyAtQuotasThatCountThePods() {
        var bestEffort = new Requirement("BestEffort", Operator.EXISTS, List.of());
        var scoped =
                new ResourceQuota(
                        new ObjectName("shop", "q"),
                        amounts("cpu=1"),
                        Resources.NONE,
                        List.of(bestEffort));
        var other =
                new ResourceQuota(
                        new ObjectName("other", "q"), amounts("cpu=1"), Resources.NONE, List.of());

        assertThat(allowed(List.of(scoped, other), buffer("web", 5, POD)))
                .containsExactly("web " + new Allowed(5, 5, List.of()));
    }

    @Test
    void holdsWhatIsAllowedAndSaysWhy() {
        var scene =
                new Scene()
                        .with(node("a", amounts(8_000, 16_384)))
                        .with(buffer("web", 5, POD))
                        .with(buffer("zoo", 1, POD))
                        .with(quota("compute", "cpu=2", null));

        var answer = scene.decide(policy(0), SlackPast.NONE);

        assertThat(wanted(answer.details()))
                .containsExactly("buffer-shop/web 2 × cpu=1 memory=1Gi");
        assertThat(sentences(answer))
                .contains(
                        "room for 2 pods of CapacityBuffer shop/web",
                        "CapacityBuffer shop/web is limited to 2 of 5 pods by ResourceQuotas:"
                                + " compute",
                        "CapacityBuffer shop/zoo is limited to 0 of 1 pod by ResourceQuotas:"
                                + " compute");
    }

    @Test
    void buffersNeverReserveMoreThanAQuotaHasLeft() {
        Seeds.forAll(random -> {
            var buffers = buffers(random);
            var quotas = quotas(random);

            var allowed = QuotaLimits.of(cluster(quotas, buffers));

            for (var quota : quotas) {
                for (var resource : quota.hard().names()) {
                    long reserved = 0;
                    for (var buffer : buffers) {
                        reserved += reserved(quota, buffer, resource, allowed.get(buffer.name()));
                    }
                    assertThat(reserved).isBetween(0L, quota.left().asked(resource));
                }
            }
            allowed.values()
                    .forEach(one -> {
                        assertThat(one.allowed()).isBetween(0, one.wanted());
                        assertThat(one.isLimited()).isEqualTo(!one.by().isEmpty());
                    });
        });
    }

    private static long reserved(
            ResourceQuota quota, Buffer buffer, String resource, @Nullable Allowed allowed) {
        return allowed != null
                        && buffer.pattern() instanceof Pattern.Pods pods
                        && quota.counts(pods)
                ? ResourceQuota.each(pods.shape(), resource) * allowed.allowed()
                : 0;
    }

    /// A later buffer can get less if an earlier one gets more.
    @Test
    void theFirstBufferNeverGetsLessFromLargerQuotas() {
        Seeds.forAll(random -> {
            var first = buffers(random).getFirst();
            var quotas = quotas(random);
            var larger =
                    quotas.stream()
                            .filter(_ -> random.nextInt(4) > 0)
                            .map(quota -> larger(quota, random))
                            .toList();

            var some = QuotaLimits.of(cluster(quotas, List.of(first)));
            var more = QuotaLimits.of(cluster(larger, List.of(first)));

            assertThat(allowed(more, first)).isGreaterThanOrEqualTo(allowed(some, first));
        });
    }

    private static ResourceQuota larger(ResourceQuota quota, RandomGenerator random) {
        var hard = quota.hard().toMap();
        hard.replaceAll((_, amount) -> amount + random.nextLong(3_000));
        return new ResourceQuota(quota.name(), Resources.of(hard), quota.used(), quota.scopes());
    }

    private static List<Buffer> buffers(RandomGenerator random) {
        var buffers = new ArrayList<Buffer>();
        for (int i = 0; i < 1 + random.nextInt(4); i++) {
            var each = amounts(random.nextInt(4) * 500L, random.nextInt(4) * 512L);
            buffers.add(buffer("b" + i, random.nextInt(9), shape(each), random.nextInt(3)));
        }
        return buffers;
    }

    private static List<ResourceQuota> quotas(RandomGenerator random) {
        var quotas = new ArrayList<ResourceQuota>();
        for (int i = 0; i < random.nextInt(4); i++) {
            var hard = new TreeMap<String, Long>();
            var used = new TreeMap<String, Long>();
            for (var name : List.of("cpu", "memory", "pods", ResourceQuota.POD_OBJECTS)) {
                long scale = name.equals("cpu") ? 500 : name.equals("memory") ? 512L << 20 : 1;
                if (random.nextBoolean()) {
                    hard.put(name, random.nextInt(20) * scale);
                    used.put(name, random.nextInt(9) * scale);
                }
            }
            var scope = new Requirement("BestEffort", Operator.EXISTS, List.of());
            quotas.add(
                    new ResourceQuota(
                            new ObjectName("shop", "q" + i),
                            Resources.of(hard),
                            Resources.of(used),
                            random.nextInt(4) == 0 ? List.of(scope) : List.of()));
        }
        return quotas;
    }

    private static List<String> allowed(List<ResourceQuota> quotas, Buffer... buffers) {
        var texts = new ArrayList<String>();
        QuotaLimits.of(cluster(quotas, List.of(buffers)))
                .forEach((name, allowed) -> texts.add(name.object().name() + " " + allowed));
        return texts;
    }

    private static Cluster cluster(List<ResourceQuota> quotas, List<Buffer> buffers) {
        var byName = SharedMap.<ObjectName, ResourceQuota>empty();
        for (var quota : quotas) {
            byName = byName.with(quota.name(), quota);
        }
        var asking = SharedMap.<KindName, Buffer>empty();
        for (var buffer : buffers) {
            asking = asking.with(buffer.name(), buffer);
        }
        return Cluster.EMPTY.withBuffers(asking).withResourceQuotas(byName);
    }

    private static Buffer buffer(String name, int replicas, Shape shape) {
        return buffer(name, replicas, shape, 0);
    }

    private static Buffer buffer(String name, int replicas, Shape shape, int createdSecond) {
        return new Buffer(
                new KindName(Buffer.CAPACITY_BUFFER, new ObjectName("shop", name)),
                BufferSize.of(replicas),
                new Pattern.Pods(shape, Count.unknown(), ""),
                Instant.EPOCH.plusSeconds(createdSecond));
    }

    private static ResourceQuota quota(String name, @Nullable String hard, @Nullable String used) {
        return new ResourceQuota(
                new ObjectName("shop", name),
                hard == null ? Resources.NONE : amounts(hard),
                used == null ? Resources.NONE : amounts(used),
                List.of());
    }

    private static int allowed(SortedMap<KindName, QuotaLimits.Allowed> all, Buffer buffer) {
        var allowed = all.get(buffer.name());
        return allowed == null ? 0 : allowed.allowed();
    }

    private static Resources amounts(String text) {
        var amounts = Resources.NONE;
        for (var amount : text.split(" ", -1)) {
            var name = amount.substring(0, amount.indexOf('='));
            var value = amount.substring(amount.indexOf('=') + 1);
            amounts = amounts.with(name, Quantity.amount(name, value));
        }
        return amounts;
    }

    private static Resources amounts(long cpuMillis, long memoryMebibytes) {
        return Scene.amounts(cpuMillis, memoryMebibytes);
    }

    private static List<String> names(@Nullable String text) {
        return text == null ? List.of() : List.of(text.split(", "));
    }
}
