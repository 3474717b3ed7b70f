package dev.plimsoll.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ArchitectureTest {

    private static final Pattern ROOM = Pattern.compile("(?m)^### `(\\w+)`$");
    private static final Pattern MODULE = Pattern.compile("<module>(\\w+)</module>");

    @Test
    void namesExactlyTheModulesThereAre() {
        assertThat(all(ROOM, "ARCHITECTURE.md"))
                .containsExactlyInAnyOrderElementsOf(all(MODULE, "pom.xml"));
    }

    private static List<String> all(Pattern pattern, String path) {
        return pattern.matcher(Checkout.text(path)).results().map(ArchitectureTest::name).toList();
    }

    private static String name(MatchResult match) {
        return match.group(1);
    }
}
