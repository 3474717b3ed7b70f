package dev.plimsoll.tidy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TextTest {

    private static final Map<String, String> TEXTS = Checkout.texts();

    @Test
    void namesNoPathOfTheMachineItIsWrittenOn() {
        var homes = Pattern.compile("(?<![\\w.*/}])/(home|root|Users)/").asPredicate();
        var here = Checkout.ROOT.toString();
        var shared = Checkout.ROOT.resolveSibling("shared").toString();

        assertThat(filesWhere(homes)).isEmpty();
        assertThat(filesWhere(text -> text.contains(here))).isEmpty();
        assertThat(filesWhere(text -> text.contains(shared))).isEmpty();
    }

    @Test
    void leavesNothingForLater() {
        assertThat(filesWhere(Pattern.compile("\\b(TOD[O]|FIXM[E])\\b").asPredicate())).isEmpty();
    }

    @Test
    void everyPublicTypeOfCoreSaysWhatItIs() {
        var type = "public [\\w ]*(class|interface|record|enum) ";
        var undocumented = Pattern.compile("(?m)^(?!///|@).*\n(@.*\n)*" + type);

        assertThat(filesWhere(undocumented.asPredicate(), "core/src/main/")).isEmpty();
    }

    private static List<String> filesWhere(Predicate<String> text) {
        return filesWhere(text, "");
    }

    private static List<String> filesWhere(Predicate<String> text, String under) {
        return TEXTS.entrySet().stream()
                .filter(file -> file.getKey().startsWith(under) && text.test(file.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }
}
