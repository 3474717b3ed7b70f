package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.AnyObject;
import dev.plimsoll.cluster.DrainCause;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.decision.BackOff;
import dev.plimsoll.decision.Clock;
import dev.plimsoll.decision.GroupPast;
import dev.plimsoll.decision.GroupPast.CoolDown;
import dev.plimsoll.decision.GroupPast.Timers;
import dev.plimsoll.decision.Missing;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Step;
import dev.plimsoll.quantity.Resources;
import dev.plimsoll.scaling.Growths;
import dev.plimsoll.scaling.Growths.Growth;
import dev.plimsoll.scaling.Past.Removals;
import dev.plimsoll.scaling.Replacement;
import dev.plimsoll.sizing.Past.Grace;
import dev.plimsoll.sizing.Past.Moved;
import dev.plimsoll.sizing.Past.Peak;
import dev.plimsoll.sizing.Past.Unbound;
import dev.plimsoll.slack.SlackPast;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/// Pasts of deciders and outcomes of their steps, by chance.
public final class AnyPast {

    private final RandomGenerator random;
    private final AnyObject any;

    public AnyPast(RandomGenerator random) {
        this.random = random;
        this.any = new AnyObject(random);
    }

    public dev.plimsoll.sizing.Past sizing() {
        return new dev.plimsoll.sizing.Past(
                group(),
                some(3, this::unbound),
                some(3, this::moved),
                some(3, () -> new Peak(moment(), resources(Long.MAX_VALUE))),
                some(3, () -> new Grace(any.of(List.of("n1", "é \"n\"")), moment())));
    }

    public dev.plimsoll.scaling.Past scaling() {
        var groups = new TreeMap<String, GroupPast>();
        for (var name : some(3, () -> any.of(List.of("blue", "green", "é \"quoted\"")))) {
            groups.put(name, group());
        }
        return new dev.plimsoll.scaling.Past(
                groups,
                new Removals(times(), times(), moves(), some(2, this::replacement), pauses()),
                random.nextBoolean() ? SlackPast.NONE : new SlackPast(seats()),
                new Growths(some(3, this::growth), times(), times()),
                clock());
    }

    private Replacement replacement() {
        return new Replacement(
                any.of(List.of(Replacement.Stage.values())),
                new TreeSet<>(some(3, () -> any.of(List.of("n1", "é \"n\"")))),
                new TreeSet<>(some(2, () -> any.of(List.of("blue", "é \"quoted\"")))),
                new TreeMap<>(Map.of("blue", 1 + random.nextInt(9))),
                moment(),
                random.nextBoolean() ? Instant.EPOCH : moment());
    }

    private SortedMap<String, BackOff> pauses() {
        var pauses = new TreeMap<String, BackOff>();
        some(2, () -> any.of(List.of("blue", "é \"quoted\"")))
                .forEach(group -> pauses.put(group, backOff()));
        return pauses;
    }

    private Growth growth() {
        return new Growth(
                any.of(List.of("blue", "é \"quoted\"")),
                "%016x".formatted(random.nextLong()),
                random.nextBoolean() ? Instant.EPOCH : moment(),
                any.of(List.of(Instant.EPOCH, moment(), Instant.MAX)),
                backOff());
    }

    private SortedMap<String, String> seats() {
        var seats = new TreeMap<String, String>();
        some(3, () -> "standard-" + random.nextInt(9)).forEach(name -> seats.put(name, "n1"));
        return seats;
    }

    private SortedMap<String, Instant> times() {
        var times = new TreeMap<String, Instant>();
        for (var node : some(3, () -> any.of(List.of("n1", "n2", "é \"quoted\"")))) {
            times.put(node, moment());
        }
        return times;
    }

    private List<dev.plimsoll.scaling.Past.Moved> moves() {
        return some(
                3,
                () ->
                        new dev.plimsoll.scaling.Past.Moved(
                                "s" + random.nextInt(9),
                                any.of(List.of("blue", "green")),
                                moment(),
                                resources(Long.MAX_VALUE)));
    }

    public GroupPast group() {
        return new GroupPast(
                random.nextInt(4) == 0
                        ? CoolDown.OVER
                        : new CoolDown(moment(), resources(Long.MAX_VALUE)),
                timers(),
                some(3, () -> new Missing(1 + random.nextInt(Integer.MAX_VALUE), moment())),
                template(),
                random.nextInt(3) == 0 ? Resources.NONE : resources(Long.MAX_VALUE),
                random.nextBoolean() ? Instant.EPOCH : moment());
    }

    private Template template() {
        return switch (random.nextInt(4)) {
            case 0 -> Template.UNKNOWN;
            case 1 -> new Template(Resources.NONE, any.labels(), List.of());
            default ->
                    new Template(
                            any.resources(9).with("cpu", random.nextLong(1L << 53)),
                            any.labels(),
                            some(2, any::taint));
        };
    }

    private Timers timers() {
        return switch (random.nextInt(3)) {
            case 0 -> Timers.NONE;
            case 1 -> Timers.START;
            default -> new Timers(moment(), backOff(), backOff(), clock());
        };
    }

    private Clock clock() {
        return random.nextBoolean()
                ? Clock.STEADY
                : new Clock(moment(), Duration.ofSeconds(random.nextInt(1, 9_000)));
    }

    private BackOff backOff() {
        return random.nextBoolean()
                ? BackOff.NONE
                : new BackOff(1 + random.nextInt(100), moment(), moment());
    }

    private Unbound unbound() {
        return new Unbound(
                "%016x".formatted(random.nextLong()), 1 + random.nextInt(50), moment(), backOff());
    }

    private Moved moved() {
        return new Moved("%016x".formatted(random.nextLong()), moment());
    }

    private Resources resources(long most) {
        var amounts = new TreeMap<String, Long>();
        for (var name : List.of("cpu", "memory", "example.com/gpu", "hugepages-2Mi")) {
            if (random.nextBoolean()) {
                amounts.put(name, random.nextBoolean() ? random.nextLong(most) : most);
            }
        }
        return Resources.of(amounts);
    }

    private Instant moment() {
        return random.nextBoolean()
                ? Instant.ofEpochSecond(random.nextLong(4_000_000_000L))
                : Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
    }

    /// A few outcomes, or none.
    public List<Outcome> outcomes() {
        return outcomes(some(5, this::step));
    }

    /// An outcome of each step.
    public List<Outcome> outcomes(List<Step> steps) {
        return steps.stream().map(this::outcome).toList();
    }

    private Outcome outcome(Step step) {
        return switch (random.nextInt(4)) {
            case 0 -> new Outcome.Done(step);
            case 1 -> new Outcome.Failed(step, random.nextBoolean() ? "" : "no: \"quota\"\n");
            case 2 -> new Outcome.Stale(step);
            default -> new Outcome.Unknown(step);
        };
    }

    private Step step() {
        return switch (random.nextInt(8)) {
            case 0 -> new Step.ResizeGroup("blue", few(), few(), some(2, this::inVariant));
            case 1 -> new Step.DrainNode("a", any.of(List.of(DrainCause.values())));
            case 2 -> new Step.UndrainNode("b");
            case 3 -> new Step.EvictPods("c", few());
            case 4 -> new Step.RemoveNode("d", "blue", few());
            case 5 -> new Step.UseBatch("pods", few(), few(), 50);
            case 6 -> new Step.GiveUp("blue", few(), few());
            default -> new Step.RunReplicas(random.nextBoolean() ? "" : "uid", "one", few());
        };
    }

    private Step.InVariant inVariant() {
        return new Step.InVariant(
                new VariantKey(
                        random.nextBoolean() ? "" : "a",
                        random.nextBoolean() ? "" : "m5.large",
                        random.nextBoolean() ? "" : "spot"),
                few());
    }

    private int few() {
        return random.nextInt(9);
    }

    private <T> List<T> some(int most, Supplier<T> one) {
        var some = new ArrayList<T>();
        for (int left = random.nextInt(most + 1); left > 0; left--) {
            some.add(one.get());
        }
        return some;
    }
}
