package dev.plimsoll.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LabelsTest {

    private static final Labels THREE =
            Labels.of(new TreeMap<>(Map.of("app", "web", "disk", "ssd", "zone", "a")));

    @Test
    void leavesOneOut() {
        assertThat(THREE.without("app")).hasToString("disk=ssd,zone=a");
        assertThat(THREE.without("disk")).hasToString("app=web,zone=a");
        assertThat(THREE.without("zone")).hasToString("app=web,disk=ssd");
        assertThat(THREE.without("ssd")).isSameAs(THREE);
        assertThat(Labels.of("app", "web").without("app")).isEqualTo(Labels.NONE);
    }

    @Test
    void takesAnotherValue() {
        assertThat(THREE.with("zone", "b")).hasToString("app=web,disk=ssd,zone=b");
        assertThat(Labels.NONE.with("app", "web")).isEqualTo(Labels.of("app", "web"));
    }
}
