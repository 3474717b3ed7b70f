package dev.plimsoll.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtenderTest {

    /// Messages of kube-scheduler 1.37.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    message                                                                     | fits  | refusals
                    0/2 nodes are available: 1 fits[n1], 1 fits[n2].                            | n1 n2 | ''
                    0/3 nodes are available: 1 Insufficient cpu, 1 Too many pods, 1 fits[n3].   | n3    | 1 Insufficient cpu, 1 Too many pods
                    0/2 nodes are available: 1 fits[b], 1 node(s) were unschedulable.           | b     | 1 node(s) were unschedulable
                    0/2 nodes are available: 2 node(s) had untolerated taint(s).                | ''    | 2 node(s) had untolerated taint(s)
                    0/9 nodes are available: pod has unbound immediate PersistentVolumeClaims.  | ''    | pod has unbound immediate PersistentVolumeClaims
                    """)
    void readsWhichNodesPassedTheFilters(String message, String fits, String refusals) {
        var said = Extender.read(message);

        assertThat(String.join(" ", said.fits())).isEqualTo(fits);
        assertThat(said.refusals()).isEqualTo(refusals);
    }

    @Test
    void listensOnLoopbackAlone() {
        try (var extender = new Extender()) {
            assertThat(extender.configuration().get("urlPrefix"))
                    .asString()
                    .startsWith("http://127.0.0.1:");
            assertThat(List.copyOf(extender.configuration().keySet()))
                    .contains("filterVerb")
                    .doesNotContain("bindVerb");
        }
    }
}
