package dev.plimsoll.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.FailedMachines.Cause;
import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Node;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.JsonTree;
import dev.plimsoll.formats.document.ProviderSettings;
import dev.plimsoll.prices.Price;
import dev.plimsoll.provider.Machine;
import dev.plimsoll.provider.ProviderAnswer;
import dev.plimsoll.quantity.Bytes;
import dev.plimsoll.quantity.Cpu;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.WellKnown;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The provider that creates Node objects, against a server that keeps them.
class NodesProviderTest {

    private static final Labels POOL = Labels.of("pool", "web");
    private static final Resources SIZE = Resources.of(Cpu.cores(4), Bytes.gibibytes(16));

    @TempDir Path folder;

    private final Map<String, Map<String, Object>> nodes = new TreeMap<>();
    private Map<String, Object> orders = Map.of();
    private long version;
    private Instant now = Instant.parse("2026-01-05T12:00:00Z");
    private ScriptedServer server;
    private ApiServer connection;
    private WatchedCluster watched;
    private NodesProvider provider;

    @BeforeEach
    void start() throws IOException {
        server = new ScriptedServer(folder, this::answer);
        connection = server.connect();
        watched = new WatchedCluster(connection, _ -> {}, _ -> {});
        provider = provider();
        declare(Duration.ZERO, Optional.empty());
    }

    private NodesProvider provider() throws IOException {
        var made = new NodesProvider(connection, watched, "ops", () -> now);
        made.recall();
        return made;
    }

    @AfterEach
    void stop() {
        connection.close();
        server.close();
    }

    @Test
    void anOrderedMachineIsPartOfTheTargetBeforeItsNodeIsThere() {
        assertThat(grow(0, 2)).isInstanceOf(ProviderAnswer.Accepted.class);

        var group = provider.group("web").orElseThrow();
        assertThat(group.target()).isEqualTo(2);
        assertThat(group.machines())
                .extracting(Machine::state)
                .containsOnly(new Machine.State.Creating());
        assertThat(nodes).isEmpty();
    }

    @Test
    void createsANodeWhenItsBootTimeIsOver() {
        declare(Duration.ofMinutes(2), Optional.empty());
        grow(0, 1);

        now = now.plusSeconds(119);
        provider.deliver();
        assertThat(nodes).isEmpty();
        now = now.plusSeconds(1);
        provider.deliver();
        assertThat(nodes).hasSize(1);
    }

    @Test
    void aRequestForAnotherTargetThanTheCurrentOneChangesNothing() {
        grow(0, 2);

        assertThat(grow(0, 3)).isInstanceOf(ProviderAnswer.Changed.class);
        assertThat(provider.group("web").orElseThrow().target()).isEqualTo(2);
    }

    @Test
    void keepsZonesLevel() {
        grow(0, 5);
        deliverAll();

        var zones = new TreeMap<String, Integer>();
        nodes.values()
                .forEach(node ->
                        zones.merge(
                                JsonTree.text(node, "metadata", "labels", WellKnown.ZONE),
                                1,
                                Integer::sum));
        assertThat(zones).isEqualTo(Map.of("a", 3, "b", 2));
    }

    /// A scheduler that sees all nodes at once spreads pods over all of them.
    @Test
    void createsThreeNodesAtATime() {
        grow(0, 12);
        provider.deliver();
        assertThat(nodes).hasSize(3);

        for (int size = 6; size <= 12; size += 3) {
            now = now.plusMillis(599);
            provider.deliver();
            assertThat(nodes).hasSize(size - 3);
            now = now.plusMillis(1);
            provider.deliver();
            assertThat(nodes).hasSize(size);
        }
    }

    @Test
    void createsManyNodesWithinAMinuteAndAHalf() {
        grow(0, 1_000);
        var begin = now;
        deliverAll();

        assertThat(nodes).hasSize(1_000);
        assertThat(now).isBefore(begin.plusSeconds(90));
    }

    /// Delivers until nothing is left to create.
    private void deliverAll() {
        for (int before = -1; before < nodes.size(); now = now.plusMillis(600)) {
            before = nodes.size();
            provider.deliver();
        }
    }

    /// The process may end after a node was created and before it knew.
    @Test
    void aNodeThatItHasCreatedBeforeIsNotCreatedAgain() throws IOException {
        grow(0, 1);
        provider.deliver();
        var created = List.copyOf(nodes.keySet());

        provider = provider();
        declare(Duration.ZERO, Optional.empty());
        provider.deliver();

        assertThat(nodes.keySet()).containsExactlyElementsOf(created);
        assertThat(provider.state().problem()).isEmpty();
    }

    @Test
    void aNodeOfSomebodyElseUnderItsNameIsSaid() {
        grow(0, 1);
        var name = ordered();
        nodes.put(name, Map.of("spec", Map.of("providerID", "other://1")));

        provider.deliver();

        assertThat(provider.state().problem()).isEqualTo("there is another node named " + name);
    }

    /// Another replica has ordered in the meantime.
    @Test
    void ordersNothingOnOldOrders() throws IOException {
        var other = provider();
        other.declare(List.of(declared(Duration.ZERO, Optional.empty())));
        other.resize("web", 0, 1, List.of());

        assertThat(grow(0, 3)).isInstanceOf(ProviderAnswer.Changed.class);
        assertThat(provider.group("web").orElseThrow().target()).isEqualTo(1);
    }

    @Test
    void givesUpTheYoungestOrdersFirst() {
        grow(0, 1);
        var first = ordered();
        now = now.plusSeconds(60);
        grow(1, 3);

        provider.giveUp("web", 3, 1);

        assertThat(ordered()).isEqualTo(first);
    }

    @Test
    void machinesFailAsThePolicySays() {
        declare(Duration.ofMinutes(1), Optional.of(Cause.OUT_OF_STOCK));
        grow(0, 1);
        now = now.plusSeconds(60);
        provider.deliver();

        assertThat(nodes).isEmpty();
        assertThat(provider.group("web").orElseThrow().machines())
                .extracting(Machine::state)
                .containsExactly(
                        new Machine.State.Failed(
                                Cause.OUT_OF_STOCK, "the policy lets machines fail"));
    }

    @Test
    void removesANodeOnceAndLowersTheTarget() {
        watched.inventory().put(Node.of("a", SIZE).withLabels(POOL));
        nodes.put("a", Map.of());

        assertThat(provider.remove("web", 1, List.of("a")))
                .isInstanceOf(ProviderAnswer.Accepted.class);

        assertThat(nodes).isEmpty();
        assertThat(provider.group("web").orElseThrow().target()).isZero();
        assertThat(provider.remove("web", 1, List.of("a")))
                .isInstanceOf(ProviderAnswer.Changed.class);
    }

    private ProviderAnswer grow(int from, int to) {
        return provider.resize("web", from, to, List.of());
    }

    /// The first ordered node.
    private String ordered() {
        var text = JsonTree.text(orders, "data", "web");
        return JsonTree.text(
                JsonTree.maps(JsonTree.parse("{\"o\":" + text + "}"), "o").getFirst(), "node");
    }

    private void declare(Duration boot, Optional<Cause> fails) {
        provider.declare(List.of(declared(boot, fails)));
    }

    private static ClusterProvider.Declared declared(Duration boot, Optional<Cause> fails) {
        var template = new Template(SIZE, POOL, List.of());
        var group =
                new Group("web", POOL, 0, new Limits(0, 10), template, new Price.Unknown("test"))
                        .with(List.of(variant("a", template), variant("b", template)));
        return new ClusterProvider.Declared(group, new ProviderSettings("web", "", boot, fails));
    }

    private static Variant variant(String zone, Template template) {
        return new Variant(new VariantKey(zone, "", ""), template, new Price.Unknown("test"));
    }

    private synchronized void answer(ScriptedServer.Asked asked) throws IOException {
        if (asked.is("/configmaps")) {
            answerOrders(asked);
        } else {
            answerNodes(asked);
        }
    }

    private void answerOrders(ScriptedServer.Asked asked) throws IOException {
        if (asked.is("GET")) {
            asked.answer(orders.isEmpty() ? 404 : 200, Json.text(orders));
            return;
        }
        var expected = JsonTree.text(asked.object(), "metadata", "resourceVersion");
        if (orders.isEmpty() != asked.is("POST")
                || (!expected.isEmpty() && !expected.equals("" + version))) {
            asked.answer(409, "{\"message\":\"conflict\"}");
            return;
        }
        version++;
        var data = new LinkedHashMap<>(JsonTree.map(JsonTree.at(orders, "data")));
        data.putAll(JsonTree.map(JsonTree.at(asked.object(), "data")));
        orders = Map.of("metadata", Map.of("resourceVersion", "" + version), "data", data);
        asked.answer(200, Json.text(orders));
    }

    private void answerNodes(ScriptedServer.Asked asked) throws IOException {
        var line = asked.line();
        if (asked.is("POST")) {
            var name = JsonTree.text(asked.object(), "metadata", "name");
            boolean isNew = nodes.putIfAbsent(name, asked.object()) == null;
            asked.answer(isNew ? 201 : 409, "{}");
        } else if (asked.is("DELETE")) {
            nodes.remove(line.substring(line.lastIndexOf('/') + 1));
            asked.answer(200, "{}");
        } else {
            var name = line.substring(line.lastIndexOf("%3D") + 3);
            var found = new ArrayList<Object>();
            Optional.ofNullable(nodes.get(name)).ifPresent(found::add);
            asked.answer(200, Json.text(Map.of("items", found)));
        }
    }
}
