package dev.plimsoll.batching;

import dev.plimsoll.quantity.Percent;

/// The formula for a batch. The first two are Plimsoll's; the others are published, and used as
/// printed.
public sealed interface Formula {

    /// By the pods of every node.
    record FeedForward() implements Formula {}

    /// By the usage of the subnet and the batch in force.
    ///
    /// @param nodeFactor X, in hundredths
    record State(int nodeFactor) implements Formula {

        public State {
            requireFactor(nodeFactor);
        }
    }

    /// An equal share of the subnet for every node: `safety · C ÷ (X · N)`.
    ///
    /// @param nodeFactor X, in hundredths
    record Level(Percent safety, int nodeFactor) implements Formula {

        public Level {
            requireFactor(nodeFactor);
        }
    }

    /// One batch until the usage of the subnet is above the upper threshold, another one until it
    /// is below the lower threshold.
    ///
    /// @param batch until usage is above the upper threshold
    /// @param exhaustedBatch until usage is below the lower threshold
    record Threshold(Percent upper, Percent lower, int batch, int exhaustedBatch)
            implements Formula {

        public Threshold {
            if (lower.compareTo(upper) > 0) {
                throw new IllegalArgumentException(
                        "lower is at most upper (" + upper + "), got " + lower);
            }
            if (exhaustedBatch < 1 || exhaustedBatch >= batch) {
                throw new IllegalArgumentException(
                        "exhaustedBatch is 1 or more and less than batch ("
                                + batch
                                + "), got "
                                + exhaustedBatch);
            }
        }
    }

    /// The formula of the source's Go function.
    ///
    /// @param nodeFactor X, in hundredths
    record Snippet(int nodeFactor) implements Formula {

        public Snippet {
            requireFactor(nodeFactor);
        }
    }

    /// The formula of the source's text, second chart and last equation.
    ///
    /// @param nodeFactor X, in hundredths
    record Prose(int nodeFactor) implements Formula {

        public Prose {
            requireFactor(nodeFactor);
        }
    }

    /// X, in hundredths; the source's value for formulas without one.
    default int factor() {
        return switch (this) {
            case State(int factor) -> factor;
            case Level(_, int factor) -> factor;
            case Snippet(int factor) -> factor;
            case Prose(int factor) -> factor;
            case FeedForward _, Threshold _ -> 200;
        };
    }

    private static void requireFactor(int hundredths) {
        if (hundredths < 100) {
            throw new IllegalArgumentException(
                    "a node factor is 1 or more, got " + hundredths + " hundredths");
        }
    }
}
