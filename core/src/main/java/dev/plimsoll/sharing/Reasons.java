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

/// Why a workload is shared out as it is: first what is true of the whole, then cluster by cluster.
final class Reasons {

    private static final int EXAMPLES = 3;

    private final SharingFacts scene;
    private final Division division;
    private final String workload;
    private final List<Reason> reasons = new ArrayList<>();

    Reasons(SharingFacts scene, Division division) {
        this.scene = scene;
        this.division = division;
        var uid = scene.seen.workload().uid();
        workload = uid.isEmpty() ? "the workload" : uid;
    }

    List<Reason> all() {
        room();
        minimums();
        changes();
        notes();
        division.shares().forEach(share -> because(rule(share), share.cluster(), facts(share)));
        return reasons;
    }

    private void because(Rule rule, String subject, Fact... facts) {
        reasons.add(Reason.because(rule, subject, facts));
    }

    private void room() {
        var replicas = fact("replicas", scene.wanted());
        if (scene.size() == 0) {
            because(Rules.NO_CLUSTERS, workload, replicas);
        } else if (division.missing() > 0) {
            because(
                    Rules.SHORT,
                    workload,
                    fact("short", division.missing()),
                    fact("placed", scene.total),
                    replicas);
        }
    }

    private void minimums() {
        if (!scene.policy.looksAtBounds()) {
            return;
        }
        long sum = 0;
        for (int i = 0; i < scene.size(); i++) {
            sum += Math.min(asked(i), fits(i));
        }
        for (int i = 0; i < scene.size(); i++) {
            if (asked(i) > fits(i)) {
                because(
                        Rules.MINIMUM_WITHOUT_ROOM,
                        scene.names[i],
                        fact("asked", asked(i)),
                        fact("granted", scene.least[i]));
            } else if (asked(i) > scene.least[i]) {
                because(
                        Rules.MINIMUM_GIVES_WAY,
                        scene.names[i],
                        fact("asked", asked(i)),
                        fact("granted", scene.least[i]),
                        fact("sum", sum),
                        fact("replicas", scene.wanted()));
            }
        }
    }

    private int asked(int cluster) {
        return scene.seen.members().get(cluster).least();
    }

    private int fits(int cluster) {
        return scene.seen
                .members()
                .get(cluster)
                .room()
                .most(scene.running[cluster], Integer.MAX_VALUE);
    }

    private void changes() {
        if (!scene.ranBefore()) {
            return;
        }
        boolean same = division.shares().stream().allMatch(Reasons::isUnchanged);
        if (same && scene.keeps()) {
            because(Rules.FITS, workload, fact("replicas", scene.wanted()));
        }
        if (division.moved() > 0) {
            because(
                    scene.keeps() ? Rules.MOVES : Rules.MOVES_AFRESH,
                    workload,
                    fact("moved", division.moved()),
                    fact("givers", names(share -> share.replicas() < share.before())),
                    fact("takers", names(share -> share.replicas() > share.before())));
        }
        if (scene.seen.previous().strategy() != Seen.Strategy.STATIC) {
            because(
                    Rules.PREVIOUS_IGNORED,
                    workload,
                    fact("strategy", named(scene.seen.previous().strategy())));
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
        var members = scene.seen.members();
        boolean weighs = members.stream().anyMatch(member -> member.weight() instanceof Weight.Of);
        boolean rules = !scene.seen.weightings().isEmpty();
        if (rules && weighs) {
            because(Rules.RULES_COUNT, workload);
        }
        if ((rules || weighs) && scene.weighsNothing) {
            because(Rules.NO_WEIGHTS, workload);
        }
        if (scene.policy.looksAtBounds()) {
            unknownRooms();
        } else if (members.stream().anyMatch(Reasons::isBounded)) {
            because(Rules.BOUNDS_IGNORED, workload, fact("mode", named(scene.policy.mode())));
        }
    }

    private void unknownRooms() {
        for (int i = 0; i < scene.size(); i++) {
            var room = scene.seen.members().get(i).room();
            if (room instanceof Room.Unknown && scene.running[i] > 0) {
                because(Rules.ROOM_UNKNOWN, scene.names[i], fact("before", scene.running[i]));
            }
        }
    }

    private static boolean isBounded(Member member) {
        return member.least() > 0 || !(member.room() instanceof Room.Unlimited);
    }

    private static Rule rule(Share share) {
        return switch (share.cause()) {
            case WHOLE -> Rules.WHOLE;
            case FLOOR -> Rules.FLOOR;
            case KEPT -> Rules.KEPT;
            case DRAWN -> Rules.DRAWN;
            case FULL -> Rules.FULL;
            case MINIMUM -> Rules.MINIMUM;
            case BY_ORDER -> Rules.BY_ORDER;
            case WEBSTER -> Rules.WEBSTER;
            case SEATED -> Rules.SEATED;
            case NO_WEIGHT -> Rules.NO_WEIGHT;
            case LEFT -> Rules.LEFT;
        };
    }

    private Fact[] facts(Share share) {
        var replicas = fact("replicas", share.replicas());
        var floor = fact("floor", share.floor());
        var quota = fact("quota", readable(share.quota()));
        return scene.ranBefore()
                ? new Fact[] {replicas, floor, quota, fact("before", share.before())}
                : new Fact[] {replicas, floor, quota};
    }

    /// Halves, quarters, fifths and tenths as people write them.
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
