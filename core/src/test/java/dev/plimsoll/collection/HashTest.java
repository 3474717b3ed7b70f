package dev.plimsoll.collection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashTest {

    /// Hash 1, computed by another program. It shows in results, so it never changes.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    uid | epoch | name | hash
                    '4858ca61-3ff8-4095-8267-f3d059d8074c' | 0 | 'member1' | 92e03f9434161853
                    '' | 0 | 'member1' | e6527d378d139761
                    '' | -7 | '' | d42d345c53e82b3b
                    'shop' | 12 | 'köln' | 36820a298f1e1940
                    '店' | 1 | '🚢-1' | 030d1cc8ad728a1f
                    'é' | 0 | 'z' | f246797c5d37ad82
                    """)
    void neverChanges(String uid, long epoch, String name, String hash) {
        assertThat("%016x".formatted(new Hash(uid, epoch).of(name))).isEqualTo(hash);
    }

    /// The published values of FNV-1a; the last is by another program.
    @ParameterizedTest
    @CsvSource(
            useHeadersInDisplayName = true,
            delimiter = '|',
            textBlock =
                    """
                    text     | hash
                    ''       | cbf29ce484222325
                    a        | af63dc4c8601ec8c
                    foobar   | 85944171f73967e8
                    é        | af64644c8602d3a4
                    """)
    void ofUnitsIsFnv(String text, String hash) {
        assertThat(HexFormat.of().toHexDigits(Hash.ofUnits(text))).isEqualTo(hash);
    }

    /// The first number of SplitMix64 with seed 0.
    @Test
    void mixesAsSplitMixDoes() {
        assertThat(Hash.mixed(0x9e3779b97f4a7c15L)).isEqualTo(0xe220a8397b1dcdafL);
    }
}
