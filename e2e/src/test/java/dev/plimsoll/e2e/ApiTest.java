package dev.plimsoll.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApiTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    version           | kind               | namespace | path
                    v1                | Node               | ''        | /api/v1/nodes
                    v1                | Pod                | red       | /api/v1/namespaces/red/pods
                    storage.k8s.io/v1 | StorageClass       | ''        | /apis/storage.k8s.io/v1/storageclasses
                    storage.k8s.io/v1 | CSIStorageCapacity | grey      | /apis/storage.k8s.io/v1/namespaces/grey/csistoragecapacities
                    """)
    void findsWhereObjectsAreKept(String version, String kind, String namespace, String path) {
        assertThat(Api.path(version, kind, namespace)).isEqualTo(path);
    }
}
