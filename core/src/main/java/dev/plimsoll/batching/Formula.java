package dev.plimsoll.batching;

import dev.plimsoll.quantity.Percent;

/// How a batch is found. The first two are ours; the others are the source's, as printed.
public sealed interface Formula {

    /// From the pods of every node.
    record FeedForward() implements Formula {}

    /// From the use of the subnet, with a memory of the batch in force.
    ///
    /// @param nodeFactor X, in hundredths
    record State(int nodeFactor) implements Formula {

        public State {
            requireFactor(nodeFactor);
        }
    }

    /// An equal part of the subnet for every node: `safety · C ÷ (X · N)`.
    ///
    /// @param nodeFactor X, in hundredths
    record Level(Percent safety, int nodeFactor) implements Formula {

        public Level {
            requireFactor(nodeFactor);
        }
    }

    /// One batch until the use of the subnet is above a line, another until it is below a second.
    ///
    /// @param batch below the lines
    /// @param exhaustedBatch above them
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

    /// The source's Go function.
    ///
    /// @param nodeFactor X, in hundredths
    record Snippet(int nodeFactor) implements Formula {

        public Snippet {
            requireFactor(nodeFactor);
        }
    }

    /// What the source's text, second chart and last equation say.
    ///
    /// @param nodeFactor X, in hundredths
    record Prose(int nodeFactor) implements Formula {

        public Prose {
            requireFactor(nodeFactor);
        }
    }

    /// X, in hundredths, where the formula has none the source's.
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
