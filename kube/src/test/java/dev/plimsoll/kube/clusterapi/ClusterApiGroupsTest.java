package dev.plimsoll.kube.clusterapi;

import static dev.plimsoll.kube.clusterapi.ClusterApiFleet.BLUE;
import static dev.plimsoll.kube.clusterapi.Objects.group;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.formats.document.ProviderSettings;
import dev.plimsoll.kube.ClusterProvider.Declared;
import dev.plimsoll.prices.Price;
import dev.plimsoll.provider.ProviderGroup;
import dev.plimsoll.selection.Labels;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The groups have the names that the policy has for them.
class ClusterApiGroupsTest {

    @TempDir Path directory;

    @Test
    void aGroupIsNamedAsInThePolicy() {
        try (var fleet = new ClusterApiFleet(directory, 2)) {
            assertThat(names(fleet, "blue")).containsExactly("blue");
            assertThat(names(fleet, BLUE)).containsExactly(BLUE);
        }
    }

    /// A person who has misspelt a name can choose another one.
    @Test
    void showsTheWholeNamesOfOtherGroups() {
        var red = group("MachineSet", "red", 2, 1, 10);
        try (var fleet = new ClusterApiFleet(directory, 2, red)) {
            assertThat(names(fleet, "red", "bleu"))
                    .containsExactlyInAnyOrder("red", "MachineDeployment/fleet/blue");
        }
    }

    private static List<String> names(ClusterApiFleet fleet, String... declared) {
        var groups = new ClusterApiGroups(fleet.provider);
        groups.declare(List.of(declared).stream().map(ClusterApiGroupsTest::declared).toList());
        return groups.state().groups().stream().map(ProviderGroup::name).toList();
    }

    private static Declared declared(String name) {
        return new Declared(
                new Group(
                        "web",
                        Labels.NONE,
                        0,
                        new Limits(0, 10),
                        Template.UNKNOWN,
                        new Price.Unknown("none")),
                new ProviderSettings("web", name, Duration.ZERO, Optional.empty()));
    }
}
