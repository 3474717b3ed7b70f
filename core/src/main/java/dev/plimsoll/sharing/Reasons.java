package dev.plimsoll.sharing;

import static dev.plimsoll.decision.Fact.fact;

import dev.plimsoll.decision.Fact;
import dev.plimsoll.decision.Reason;
import dev.plimsoll.decision.Rule;
import dev.plimsoll.sharing.Division.Share;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/// The reasons for a division: first for the whole workload, then cluster by cluster.
final class Reasons {

    private static final int EXAMPLES = 3;

    private final SharingFacts facts;
    private final Division division;
    private final String workload;
    private final List<Reason> reasons = new ArrayList<>();

    Reasons(SharingFacts facts, Division division) {
        this.facts = facts;
        this.division = division;
        var uid = facts.seen.workload().uid();
        workload = uid.isEmpty() ? "the workload" : uid;
    }

    List<Reason> all() {
        room();
        minimums();
        changes();
        notes();
        division.shares().forEach(share -> because(rule(share), share.cluster(), factsOf(share)));
        return reasons;
    }

    private void because(Rule rule, String subject, Fact... facts) {
        reasons.add(Reason.because(rule, subject, facts));
    }

    private void room() {
        var replicas = fact("replicas", facts.wanted());
        if (facts.size() == 0) {
            because(Rules.NO_CLUSTERS, workload, replicas);
        } else if (division.missing() > 0) {
            because(
                    Rules.NOT_ENOUGH_ROOM,
                    workload,
                    fact("short", division.missing()),
                    fact("placed", facts.total),
                    replicas);
        }
    }

    private void minimums() {
        if (!facts.policy.looksAtBounds()) {
            return;
        }
        long sum = 0;
        for (int i = 0; i < facts.size(); i++) {
            sum += Math.min(asked(i), fits(i));
        }
        for (int i = 0; i < facts.size(); i++) {
            if (asked(i) > fits(i)) {
                because(
                        Rules.MINIMUM_WITHOUT_ROOM,
                        facts.names[i],
                        fact("asked", asked(i)),
                        fact("granted", facts.least[i]),
                        fact("room", fits(i)));
            } else if (asked(i) > facts.least[i]) {
                because(
                        Rules.MINIMUM_GIVES_WAY,
                        facts.names[i],
                        fact("asked", asked(i)),
                        fact("granted", facts.least[i]),
                        fact("sum", sum),
                        fact("replicas", facts.wanted()));
            }
        }
    }

    private int asked(int cluster) {
        return facts.seen.members().get(cluster).least();
    }

    private int fits(int cluster) {
        return facts.seen
                .members()
                .get(cluster)
                .room()
                .most(facts.running[cluster], Integer.MAX_VALUE);
    }

    private void changes() {
        if (!facts.ranBefore()) {
            return;
        }
        boolean same = division.shares().stream().allMatch(Reasons::isUnchanged);
        if (same && facts.keeps()) {
            because(Rules.WITHIN_QUOTA, workload, fact("replicas", facts.wanted()));
        }
        if (division.moved() > 0) {
            because(
                    facts.keeps() ? Rules.MOVES : Rules.MOVES_FROM_SCRATCH,
                    workload,
                    fact("moved", division.moved()),
                    fact("givers", names(share -> share.replicas() < share.before())),
                    fact("takers", names(share -> share.replicas() > share.before())));
        }
        if (facts.seen.previous().strategy() != Seen.Strategy.STATIC) {
            because(
                    Rules.PREVIOUS_IGNORED,
                    workload,
                    fact("strategy", named(facts.seen.previous().strategy())));
        }
    }

    private static boolean isUnchanged(Share share) {
        return share.replicas() == share.before();
    }

    private String names(Predicate<Share> which) {
        var names = division.shares().stream().filter(which).map(Share::cluster).toList();
        var shown = String.join(", ", names.stream().limit(EXAMPLES).toList());
        int more = names.size() - EXAMPLES;
        return more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static String named(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void notes() {
        var members = facts.seen.members();
        boolean weighs = members.stream().anyMatch(member -> member.weight() instanceof Weight.Of);
        boolean rules = !facts.seen.weightings().isEmpty();
        if (rules && weighs) {
            because(Rules.WEIGHT_RULES_USED, workload);
        }
        if ((rules || weighs) && facts.weighsNothing) {
            because(Rules.NO_WEIGHTS, workload);
        }
        if (facts.policy.looksAtBounds()) {
            unknownRooms();
        } else if (members.stream().anyMatch(Reasons::isBounded)) {
            because(Rules.BOUNDS_IGNORED, workload, fact("mode", named(facts.policy.mode())));
        }
    }

    private void unknownRooms() {
        for (int i = 0; i < facts.size(); i++) {
            var room = facts.seen.members().get(i).room();
            if (room instanceof Room.Unknown && facts.running[i] > 0) {
                because(Rules.ROOM_UNKNOWN, facts.names[i], fact("before", facts.running[i]));
            }
        }
    }

    private static boolean isBounded(Member member) {
        return member.least() > 0 || !(member.room() instanceof Room.Unlimited);
    }

    private static Rule rule(Share share) {
        return switch (share.cause()) {
            case WHOLE -> Rules.EXACT_QUOTA;
            case FLOOR -> Rules.QUOTA_FLOOR;
            case KEPT -> Rules.ODD_REPLICA_KEPT;
            case DRAWN -> Rules.ODD_REPLICA_DRAWN;
            case FULL -> Rules.NO_MORE_ROOM;
            case MINIMUM -> Rules.AT_MINIMUM;
            case BY_ORDER -> Rules.ODD_REPLICA_BY_WEIGHT;
            case WEBSTER -> Rules.WEBSTER;
            case SEATED -> Rules.KEEPS_PREVIOUS;
            case NO_WEIGHT -> Rules.NO_WEIGHT;
            case LEFT -> Rules.CLUSTER_LEFT;
        };
    }

    private Fact[] factsOf(Share share) {
        var replicas = fact("replicas", share.replicas());
        var floor = fact("floor", share.floor());
        var quota = fact("quota", readable(share.quota()));
        return facts.ranBefore()
                ? new Fact[] {replicas, floor, quota, fact("before", share.before())}
                : new Fact[] {replicas, floor, quota};
    }

    /// A quota with halves, quarters, fifths and tenths as decimals.
    private static String readable(String quota) {
        int slash = quota.indexOf('/');
        if (slash < 0) {
            return quota;
        }
        int places =
                switch (quota.substring(slash + 1)) {
                    case "2", "5", "10" -> 1;
                    case "4", "20", "25", "50", "100" -> 2;
                    default -> 0;
                };
        if (places == 0) {
            return quota;
        }
        long over = Long.parseLong(quota, 0, slash, 10);
        long tenfold = places == 1 ? 10 : 100;
        long digits = over * tenfold / Long.parseLong(quota, slash + 1, quota.length(), 10);
        var fraction = Long.toString(tenfold + digits % tenfold).substring(1);
        return digits / tenfold + "." + fraction;
    }
}
