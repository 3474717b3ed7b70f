package dev.plimsoll.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.Seeds;
import dev.plimsoll.cluster.Shape.Placement;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.selection.Affinity;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.selection.Requirement;
import dev.plimsoll.selection.Requirement.Operator;
import dev.plimsoll.selection.Taint;
import dev.plimsoll.selection.Toleration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShapeTest {

    private static final Toleration TOLERATION =
            new Toleration("gpu", Toleration.Match.EQUAL, "yes", List.of(Taint.Effect.NO_SCHEDULE));
    private static final Shape SHAPE =
            shape(new Affinity.Anywhere(), Labels.NONE, List.of(TOLERATION));

    @Test
    void isTheSameInWhateverOrderItsPartsAreGiven() {
        Seeds.forAll(random -> {
            var any = new AnyObject(random);
            var shape = any.shape().with(any.labels());

            var copy = any.copy(shape);

            assertThat(copy).isEqualTo(shape).hasSameHashCodeAs(shape).hasToString(shape.id());
            assertThat(copy.id()).isEqualTo(shape.id());
            assertThat(copy.compareTo(shape)).isZero();
        });
    }

    @Test
    void isAnotherIfAnyPartOfItIs() {
        var others =
                List.of(
                        new Shape(
                                "bank",
                                SHAPE.labels(),
                                SHAPE.requests(),
                                SHAPE.placement(),
                                SHAPE.owner(),
                                0),
                        SHAPE.with(Labels.of("app", "web")),
                        SHAPE.with(new Reserve.Placeholders(0)),
                        SHAPE.with(new Reserve.Placeholders(1)),
                        SHAPE.with(Labels.of("app", "api")),
                        asking(Resources.NONE.with("cpu", 2)),
                        asking(Resources.NONE.with("memory", 1)),
                        asking(Resources.NONE.with("cpu", 1).with("memory", 0)),
                        asking(Resources.NONE),
                        new Shape(
                                "shop",
                                SHAPE.labels(),
                                SHAPE.requests(),
                                SHAPE.placement(),
                                Owner.JOB,
                                0),
                        new Shape(
                                "shop",
                                SHAPE.labels(),
                                SHAPE.requests(),
                                SHAPE.placement(),
                                SHAPE.owner(),
                                1),
                        shape(
                                new Affinity.Anywhere(),
                                Labels.of("app", "web"),
                                List.of(TOLERATION)),
                        shape(new Affinity.AnyOf(List.of()), Labels.NONE, List.of(TOLERATION)),
                        selecting(Operator.IN, "a"),
                        selecting(Operator.IN, "b"),
                        selecting(Operator.IN, "a", "b"),
                        selecting(Operator.NOT_IN, "a"),
                        selecting(Operator.EXISTS),
                        selecting(Operator.DOES_NOT_EXIST),
                        selecting(Operator.GT, "1"),
                        selecting(Operator.LT, "1"),
                        shape(new Affinity.Anywhere(), Labels.NONE, List.of()),
                        tolerating("gpu", Toleration.Match.EXISTS, "yes"),
                        tolerating("gpu", Toleration.Match.EQUAL, "no"),
                        tolerating("tpu", Toleration.Match.EQUAL, "yes"));

        assertThat(others).doesNotHaveDuplicates().doesNotContain(SHAPE);
        assertThat(others.stream().map(Shape::id)).doesNotHaveDuplicates();
        assertThat(others.stream().sorted().toList())
                .isSortedAccordingTo((one, other) -> one.id().compareTo(other.id()));
    }

    /// A name never changes once released: journals and outputs carry it.
    @Test
    void hasANameMadeFromItsContentAlone() {
        assertThat(SHAPE.id()).isEqualTo("f9259eebc269d234");
    }

    @Test
    void toleratesTwiceNoMoreThanOnce() {
        assertThat(shape(new Affinity.Anywhere(), Labels.NONE, List.of(TOLERATION, TOLERATION)))
                .isEqualTo(SHAPE);
    }

    @Test
    void isItselfWithTheLabelsItHas() {
        var labelled = SHAPE.with(Labels.of("app", "web"));

        assertThat(labelled.with(Labels.of("app", "web"))).isSameAs(labelled);
        assertThat(labelled.with(Labels.NONE)).isEqualTo(SHAPE);
    }

    private static Shape asking(Resources requests) {
        return new Shape(
                "shop", Labels.NONE, requests, SHAPE.placement(), SHAPE.owner(), SHAPE.priority());
    }

    private static Shape selecting(Operator operator, String... values) {
        var requirement = new Requirement("zone", operator, List.of(values));
        return shape(
                new Affinity.AnyOf(List.of(new Affinity.Term(List.of(requirement), List.of()))),
                Labels.NONE,
                List.of(TOLERATION));
    }

    private static Shape tolerating(String key, Toleration.Match match, String value) {
        var toleration = new Toleration(key, match, value, List.of(Taint.Effect.NO_SCHEDULE));
        return shape(new Affinity.Anywhere(), Labels.NONE, List.of(toleration));
    }

    private static Shape shape(Affinity affinity, Labels selector, List<Toleration> tolerations) {
        return new Shape(
                "shop",
                Labels.NONE,
                Resources.NONE.with("cpu", 1),
                new Placement(selector, affinity, tolerations),
                Owner.REPLICA_SET,
                0);
    }
}
