package dev.plimsoll.formats.prices;

import dev.plimsoll.formats.Suggestion;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The regions of the clouds, with or without list prices, and where on Earth they are.
///
/// Its text has a line `CLOUD REGION LATITUDE LONGITUDE` for each region, in degrees. The first
/// region of a cloud is its reference region.
public final class Regions {

    private static final int CLOSE = 3;

    /// A point on a sphere of radius 1.
    private record Point(double x, double y, double z) {

        static Point of(double latitude, double longitude) {
            double north = StrictMath.toRadians(latitude);
            double east = StrictMath.toRadians(longitude);
            double ring = StrictMath.cos(north);
            return new Point(
                    ring * StrictMath.cos(east),
                    ring * StrictMath.sin(east),
                    StrictMath.sin(north));
        }

        /// The square of the length of the straight line between two points: it grows with their
        /// distance on the sphere.
        double distance(Point other) {
            double dx = x - other.x;
            double dy = y - other.y;
            double dz = z - other.z;
            return dx * dx + dy * dy + dz * dz;
        }
    }

    private final Map<Region, Point> points = new LinkedHashMap<>();

    private Regions(List<String[]> lines) {
        for (var words : lines) {
            var point = Point.of(Double.parseDouble(words[2]), Double.parseDouble(words[3]));
            points.put(new Region(words[0], words[1]), point);
        }
    }

    public static Regions builtIn() {
        return new Regions(Lines.of("regions.txt"));
    }

    /// The region of a text, `aws/us-east-1` or `us-east-1`; empty if no cloud has it.
    public Optional<Region> find(String text) {
        return points.keySet().stream().filter(region -> region.isWritten(text)).findFirst();
    }

    /// The names of all regions.
    public List<String> names() {
        return points.keySet().stream().map(Region::name).toList();
    }

    /// A sentence about a text that is not a region.
    public String mistake(String text) {
        var names =
                points.keySet().stream()
                        .map(region -> text.contains("/") ? region.toString() : region.name())
                        .toList();
        var close = Suggestion.close(text, names, CLOSE);
        return "'"
                + text
                + "' is not a region of AWS, Azure or GCE; "
                + (close.isEmpty()
                        ? "write one such as aws/us-east-1."
                        : "did you mean " + String.join(", ", close) + "?")
                + " Name a region of your own together with a price file";
    }

    /// The region of some that is nearest to another; the reference region of its cloud if nobody
    /// knows where the other is.
    ///
    /// @param some regions of the same cloud, at least one
    Region nearest(Region other, List<Region> some) {
        var point = points.get(other);
        if (point == null) {
            return points.keySet().stream().filter(some::contains).findFirst().orElseThrow();
        }
        return some.stream()
                .min(Comparator.comparingDouble(region -> point.distance(pointOf(region))))
                .orElseThrow();
    }

    private Point pointOf(Region listed) {
        var point = points.get(listed);
        if (point == null) {
            throw new IllegalStateException("regions.txt has no line for " + listed);
        }
        return point;
    }
}
