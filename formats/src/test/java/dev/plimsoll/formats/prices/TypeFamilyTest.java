package dev.plimsoll.formats.prices;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Which instance types can take the place of others.
class TypeFamilyTest {

    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            textBlock =
                    """
                    type,             other,             can
                    m5.xlarge,        c7i.4xlarge,       true
                    m5.xlarge,        g4dn.xlarge,       true
                    m5.xlarge,        u7i-12tb.224xlarge,true
                    m5.xlarge,        m6g.xlarge,        false
                    m5.xlarge,        c7gn.large,        false
                    m5.xlarge,        x2gd.large,        false
                    m5.xlarge,        a1.large,          false
                    m5.xlarge,        t3.large,          false
                    m5.xlarge,        mac2.metal,        false
                    t3.large,         t3a.small,         true
                    t3.large,         m5.large,          true
                    t3.large,         t4g.small,         false
                    m6g.large,        c7g.large,         true
                    m6g.large,        m5.large,          false
                    n1-standard-4,    e2-standard-2,     true
                    n1-standard-4,    e2-medium,         false
                    n1-standard-4,    c4a-standard-4,    false
                    n1-standard-4,    t2d-standard-4,    true
                    Standard_D4s_v3,  Standard_E8s_v5,   true
                    Standard_D4s_v3,  Standard_NP10s,    true
                    Standard_D4s_v3,  Standard_D4ps_v5,  false
                    Standard_D4s_v3,  Standard_E8pds_v5, false
                    Standard_D4s_v3,  Standard_D2plds_v5,false
                    Standard_D4s_v3,  Standard_B2ms,     false
                    """)
    void oneCanTakeThePlaceOfAnother(String type, String other, boolean can) {
        assertThat(TypeFamily.canReplace(type, other)).isEqualTo(can);
    }
}
