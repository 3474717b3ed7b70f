package dev.plimsoll.simulator.fleet;

import java.util.List;

/// The score of a contender on a course.
///
/// @param moved replicas per change that stop on one cluster and start on another
/// @param bias by cluster, in the last step
/// @param worstBias of any step and cluster, without its sign
/// @param decisions number of decisions
/// @param violations decisions with a cluster a whole replica or more from its quota
/// @param beyondRoom replicas given to clusters without room for them
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
