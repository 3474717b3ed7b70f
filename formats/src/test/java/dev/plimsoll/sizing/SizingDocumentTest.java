package dev.plimsoll.sizing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.formats.Json;
import dev.plimsoll.formats.document.Decisions;
import dev.plimsoll.formats.document.SizingKind;
import org.junit.jupiter.api.Test;

/// Decisions of sizing as documents.
class SizingDocumentTest {

    @Test
    void hasTheSameBytesInWhateverOrderThingsAreListed() {
        Seeds.forHits(
                2_000,
                20_000,
                random -> {
                    var question = AnyQuestion.any(random);

                    var decision = new Sizing().decide(question);
                    var copied =
                            new Sizing()
                                    .decide(SizingLawsTest.copy(question, new AnyObject(random)));

                    assertThat(text(copied)).isEqualTo(text(decision));
                    return true;
                });
    }

    private static String text(Decision<Past> decision) {
        return Json.text(Decisions.tree(new SizingKind(), decision));
    }
}
