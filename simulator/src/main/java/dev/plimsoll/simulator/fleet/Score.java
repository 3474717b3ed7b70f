package dev.plimsoll.simulator.fleet;

import java.util.List;

/// What a contender made of a course.
///
/// @param moved replicas a change that stop on one cluster and start on another
/// @param bias by cluster, in the last step
/// @param worstBias of any step and cluster, without its sign
/// @param decisions how many there were
/// @param violations how many of them give some cluster a whole replica or more beside its quota
/// @param beyondRoom replicas given to clusters that cannot run them
public record Score(
        String contender,
        double moved,
        List<Double> bias,
        double worstBias,
        int decisions,
        int violations,
        long beyondRoom) {

    public Score {
        bias = List.copyOf(bias);
    }
}
