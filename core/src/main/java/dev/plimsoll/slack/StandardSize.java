package dev.plimsoll.slack;

import dev.plimsoll.quantity.Resources;
import java.math.BigInteger;
import java.util.List;

/// The size of standard placeholders: a part of the reference node, halved as a whole while it is
/// larger than the biggest pod, but not below a twentieth.
///
/// @param requests what one requests, rounded up
/// @param parts the part of the reference node that it is: one in this many
/// @param cuts the reference node in that many parts
record StandardSize(Resources requests, int parts, Cuts cuts) {

    private static final int SMALLEST = 20;

    /// A share of a node, compared exactly.
    private record Portion(BigInteger part, BigInteger whole) {

        private static final Portion NOTHING = new Portion(BigInteger.ZERO, BigInteger.ONE);

        /// The largest share of one resource.
        private static Portion dominant(
                Resources requests, ReferenceNode node, List<String> resources) {
            var most = NOTHING;
            for (var resource : resources) {
                var share =
                        new Portion(
                                BigInteger.valueOf(requests.asked(resource)),
                                BigInteger.valueOf(node.room().offered(resource)));
                most = share.isAbove(most) ? share : most;
            }
            return most;
        }

        private boolean isAbove(Portion other) {
            return part.multiply(other.whole).compareTo(other.part.multiply(whole)) > 0;
        }

        private static Portion oneIn(int parts) {
            return new Portion(BigInteger.ONE, BigInteger.valueOf(parts));
        }
    }

    /// @param resources which the reference node has
    static StandardSize of(
            ReferenceNode node, List<String> resources, int granularity, PodCounts pods) {
        var biggest = Portion.NOTHING;
        for (var shape : pods.sized()) {
            var share = Portion.dominant(shape.requests(), node, resources);
            biggest = share.isAbove(biggest) ? share : biggest;
        }
        int parts = granularity;
        boolean isAsked = biggest.part.signum() > 0;
        while (isAsked && 2L * parts <= SMALLEST && Portion.oneIn(parts).isAbove(biggest)) {
            parts *= 2;
        }
        return new StandardSize(
                node.piece(resources, parts), parts, new Cuts(node.piece(resources, 1), parts));
    }
}
