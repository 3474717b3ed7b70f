package dev.plimsoll.simulator;

import static dev.plimsoll.simulator.Village.deployment;
import static dev.plimsoll.simulator.Village.group;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plimsoll.cluster.Owner;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.prices.Price;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioTest {

    @Test
    void hasEveryNameOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Village.of(
                                group("blue", 1),
                                deployment("web", 1, 1),
                                deployment("mail", 1, 1),
                                deployment("web", 1, 1)))
                .withMessage("names are unique, got [mail, web, web]");
    }

    @Test
    void startsWithinTheProvidersLimits() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Village.of(group("blue", 7)))
                .withMessage("blue starts with 1 to 6 machines, got 7");
    }

    @Test
    void hasAPriceForEachGroup() {
        var blue = group("blue", 1);
        var unknown = Variant.of(blue.template(), new Price.Unknown("nobody knows"));
        var known = blue.variants().getFirst();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> Village.of(blue.with(List.of(unknown))))
                .withMessageStartingWith("blue has one variant with a known price, got [Variant[");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Village.of(blue.with(List.of(known, known))))
                .withMessageStartingWith("blue has one variant with a known price, got [Variant[");
    }

    @Test
    void hasADaemonThatStaysWithItsNode() {
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> new Scenario(List.of(), List.of(), Village.shape(1, Owner.NOBODY)))
                .withMessage("a daemon's owner is DAEMON_SET, got NOBODY");
    }
}
