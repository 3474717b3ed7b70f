package dev.plimsoll.turn;

import dev.plimsoll.decision.Decider;
import dev.plimsoll.decision.Decision;
import dev.plimsoll.decision.Outcome;
import dev.plimsoll.decision.Plan;
import dev.plimsoll.decision.Question;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.decision.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A world that is a number, loops that decide what they are told, and a list of everything that
/// happens to them. Every step adds one to the number.
final class Told implements World<Integer>, Journal<Integer>, Memory {

    final List<String> events = new ArrayList<>();
    private final Map<LoopId, Remembered<?>> kept = new LinkedHashMap<>();
    private int number = 1;
    private Turns<Integer> turns = new Turns<>(this, this, this, 0);

    /// The time between turns, on a clock that can jump.
    void every(Duration interval) {
        turns = new Turns<>(this, this, this, 0, interval);
    }

    /// A loop that decides what it is told.
    static final class Teller implements Decider<Integer, String, String> {

        private final Told told;
        private final String name;
        private Plan plan = Plan.nothing();
        private String remember = "settled";
        private Instant wakeAt = Decision.NEVER;
        private Optional<RuntimeException> mistake = Optional.empty();
        private boolean isBlind;
        private boolean dryRun;
        private String policy = "policy";
        private List<String> groups;

        private Teller(Told told, String name) {
            this.told = told;
            this.name = name;
            this.groups = List.of(name);
        }

        Teller having(String... others) {
            groups = List.of(others);
            return this;
        }

        Teller planning(Step... steps) {
            plan = Plan.of(steps);
            return this;
        }

        Teller remembering(String what) {
            remember = what;
            return this;
        }

        Teller wakingAt(Instant time) {
            wakeAt = time;
            return this;
        }

        Teller under(String other) {
            policy = other;
            return this;
        }

        Teller inDryRun() {
            dryRun = true;
            return this;
        }

        /// Its decider throws from now on.
        Teller throwing(RuntimeException other) {
            mistake = Optional.of(other);
            return this;
        }

        /// Its view throws from now on.
        Teller blinded(RuntimeException other) {
            isBlind = true;
            return throwing(other);
        }

        Teller recovering() {
            mistake = Optional.empty();
            return this;
        }

        LoopSpec<Integer, ?, ?, ?> spec() {
            return new LoopSpec<>(id(), groups, this::see, this, policy, "nothing", dryRun);
        }

        private LoopId id() {
            return new LoopId("Told", name);
        }

        private Integer see(Integer observed) {
            if (isBlind) {
                mistake.ifPresent(told::fail);
            }
            return observed;
        }

        @Override
        public String jumped(String past, Instant now, Duration lost) {
            told.events.add("%s lost %s".formatted(name, lost));
            return past;
        }

        @Override
        public Decision<String> decide(Question<Integer, String, String> question) {
            told.events.add(
                    "%s sees %d, remembers %s, and %s"
                            .formatted(name, question.seen(), question.past(), question.last()));
            mistake.ifPresent(told::fail);
            var why = Reason.because(Rule.chose("told", "told so"), name);
            return new Decision<>(plan, List.of(why), remember, wakeAt);
        }
    }

    Teller teller(String name) {
        return new Teller(this, name);
    }

    private void fail(RuntimeException mistake) {
        throw mistake;
    }

    /// Somebody else changes the world.
    void change() {
        number++;
    }

    /// Another process continues from the memory.
    void restart() {
        turns = new Turns<>(this, this, this, 0);
    }

    Instant turn(Instant now, Teller... tellers) {
        var specs = new ArrayList<LoopSpec<Integer, ?, ?, ?>>();
        for (var teller : tellers) {
            specs.add(teller.spec());
        }
        return turns.turn(now, Setup.of(specs));
    }

    /// The events of some kind since the last call.
    List<String> events(String start) {
        var some = events.stream().filter(event -> event.startsWith(start)).toList();
        events.clear();
        return some;
    }

    @Override
    public Integer observe() {
        return number;
    }

    @Override
    public List<Outcome> act(Plan plan) {
        plan.steps().forEach(step -> events.add("world: " + step));
        number += plan.steps().size();
        return plan.steps().stream().<Outcome>map(Outcome.Done::new).toList();
    }

    @Override
    public <S, P, M> void decided(
            LoopSpec<? extends Integer, S, P, M> spec,
            Integer observed,
            Question<S, P, M> question,
            Decision<M> decision) {
        events.add("journal: decided " + decision.plan().steps());
    }

    @Override
    public void acted(LoopId loop, List<Outcome> outcomes) {
        events.add("journal: acted " + outcomes);
    }

    @Override
    public void failed(LoopId loop, Instant now, String cause) {
        events.add("journal: failed " + loop + " " + cause);
    }

    @Override
    public List<Remembered<?>> recall() {
        return List.copyOf(kept.values());
    }

    @Override
    public void keep(Remembered<?> memory) {
        events.add("memory: keep %s and %s".formatted(memory.past(), memory.last()));
        kept.put(memory.loop(), memory);
    }

    @Override
    public void forget(LoopId loop) {
        events.add("memory: forget " + loop);
        kept.remove(loop);
    }
}
