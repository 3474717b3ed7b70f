package dev.plimsoll.selection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.selection.Affinity.AnyOf;
import dev.plimsoll.selection.Affinity.Anywhere;
import dev.plimsoll.selection.Affinity.Term;
import java.util.List;
import org.junit.jupiter.api.Test;

class AffinityTest {

    private static final Labels HERE = Labels.of("zone", "a");
    private static final Requirement IN_A = Requirement.in("zone", "a");
    private static final Requirement IN_B = Requirement.in("zone", "b");
    private static final Requirement ON_N1 = Requirement.in("metadata.name", "n1");
    private static final Requirement ON_N2 = Requirement.in("metadata.name", "n2");

    @Test
    void aPodWithoutAffinityMayRunAnywhere() {
        assertThat(new Anywhere().matches("n1", HERE)).isTrue();
        assertThat(new Anywhere().matches("n1", Labels.NONE)).isTrue();
    }

    @Test
    void noTermHoldsNowhere() {
        assertThat(matches()).isFalse();
    }

    @Test
    void anEmptyTermHoldsNowhere() {
        assertThat(matches(term())).isFalse();
        assertThat(matches(term(), term(IN_A))).isTrue();
    }

    @Test
    void oneTermOfSeveralIsEnough() {
        assertThat(matches(term(IN_B), term(IN_A))).isTrue();
        assertThat(matches(term(IN_B), term(IN_B))).isFalse();
    }

    @Test
    void allConditionsOfATermMustHold() {
        assertThat(matches(term(IN_A, IN_A))).isTrue();
        assertThat(matches(term(IN_A, IN_B))).isFalse();
        assertThat(matches(new Term(List.of(IN_A), List.of(ON_N2)))).isFalse();
        assertThat(matches(new Term(List.of(IN_B), List.of(ON_N1)))).isFalse();
        assertThat(matches(new Term(List.of(IN_A), List.of(ON_N1)))).isTrue();
    }

    @Test
    void fieldsSpeakOfTheNodesNameAndLabelsDoNot() {
        assertThat(matches(new Term(List.of(), List.of(ON_N1)))).isTrue();
        assertThat(matches(new Term(List.of(), List.of(ON_N2)))).isFalse();
        assertThat(matches(term(ON_N1))).isFalse();
    }

    private static Term term(Requirement... labels) {
        return new Term(List.of(labels), List.of());
    }

    private static boolean matches(Term... terms) {
        return new AnyOf(List.of(terms)).matches("n1", HERE);
    }
}
