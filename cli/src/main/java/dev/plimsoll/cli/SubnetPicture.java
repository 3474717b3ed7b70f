package dev.plimsoll.cli;

import dev.plimsoll.formats.Durations;
import dev.plimsoll.simulator.subnet.Contender;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The batch of every formula over time, as SVG: one panel per formula, the batch as a line, the
/// usage of the subnet as an area behind it, and its capacity as a dashed line.
final class SubnetPicture {

    private static final int LEFT = 130;
    private static final int WIDTH = 640;
    private static final int PANEL = 84;
    private static final int GAP = 22;
    private static final int TOP = 46;
    private static final int MOST = 7;

    /// The batch and usage of one formula at one moment.
    private record Point(int batch, int usedPerMille) {}

    private final List<Contender> contenders;
    private final List<Instant> times = new ArrayList<>();
    private final List<List<Point>> points = new ArrayList<>();

    SubnetPicture(List<Contender> contenders) {
        this.contenders = contenders;
        contenders.forEach(_ -> points.add(new ArrayList<>()));
    }

    void note(Instant now) {
        times.add(now);
        for (int i = 0; i < contenders.size(); i++) {
            var world = contenders.get(i).world();
            points.get(i).add(new Point(world.batch(), 1000 * world.used() / world.capacity()));
        }
    }

    String svg() {
        var svg = new StringBuilder();
        int height = TOP + contenders.size() * (PANEL + GAP) + 14;
        svg.append(
                """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" font-family="sans-serif" font-size="12">
                <rect width="100%%" height="100%%" fill="#ffffff"/>
                <text x="%s" y="18" font-size="14" fill="#222222">Addresses a node takes at a time (blue line, left scale), and usage of the subnet (grey, right scale)</text>
                <text x="%s" y="35" fill="#666666">%s of virtual time, the same load for every formula</text>
                """
                        .formatted(LEFT + WIDTH + 80, height, LEFT, LEFT, length()));
        for (int i = 0; i < contenders.size(); i++) {
            panel(svg, i, TOP + i * (PANEL + GAP));
        }
        svg.append(
                """
                <text x="%s" y="%s" font-size="10" fill="#666666">start</text>
                <text x="%s" y="%s" text-anchor="end" font-size="10" fill="#666666">after %s</text>
                """
                        .formatted(LEFT, height - 8, LEFT + WIDTH, height - 8, length()));
        return svg.append("</svg>\n").toString();
    }

    private String length() {
        var length =
                times.isEmpty()
                        ? Duration.ZERO
                        : Duration.between(times.getFirst(), times.getLast());
        return Durations.text(length);
    }

    private void panel(StringBuilder svg, int index, int top) {
        var contender = contenders.get(index);
        svg.append(
                """
                <g transform="translate(%s %s)">
                <path d="%s" fill="#dddddd"/>
                <path d="M0 0V%s H%s" fill="none" stroke="#888888"/>
                <path d="M0 0H%s" fill="none" stroke="#bb4444" stroke-dasharray="4 3"/>
                <text x="%s" y="4" font-size="10" fill="#666666">100 %%</text>
                <text x="%s" y="%s" font-size="10" fill="#666666">0 %%</text>
                """
                        .formatted(
                                LEFT,
                                top,
                                area(points.get(index)),
                                PANEL,
                                WIDTH,
                                WIDTH,
                                WIDTH + 6,
                                WIDTH + 6,
                                PANEL));
        for (int power = 0; power <= MOST; power += 2) {
            svg.append(
                    """
                    <text x="-6" y="%s" text-anchor="end" font-size="10" fill="#666666">%s</text>
                    """
                            .formatted(y(1 << power) + 4, 1 << power));
        }
        svg.append(
                """
                <path d="%s" fill="none" stroke="#1f5fbf" stroke-width="1.6"/>
                <text x="-28" y="%s" text-anchor="end" fill="#222222">%s</text>
                <text x="%s" y="%s" fill="#222222">changes: %s</text>
                </g>
                """
                        .formatted(
                                line(points.get(index)),
                                PANEL / 2 + 4,
                                contender.name(),
                                WIDTH + 6,
                                PANEL / 2 + 4,
                                contender.world().summary().changes()));
    }

    private static String line(List<Point> all) {
        var path = new StringBuilder();
        int before = -1;
        for (int i = 0; i < all.size(); i++) {
            int batch = all.get(i).batch();
            if (i == 0) {
                path.append("M0 ").append(y(batch));
            } else if (batch != before) {
                path.append("H").append(x(i, all.size())).append("V").append(y(batch));
            }
            before = batch;
        }
        return all.isEmpty() ? "M0 0" : path.append("H").append(WIDTH).toString();
    }

    private static String area(List<Point> all) {
        var path = new StringBuilder("M0 " + PANEL);
        for (int i = 0; i < all.size(); i++) {
            int y = PANEL - Math.min(1000, all.get(i).usedPerMille()) * PANEL / 1000;
            path.append("L").append(x(i, all.size())).append(" ").append(y);
            path.append("H").append(x(i + 1, all.size()));
        }
        return path.append("V").append(PANEL).append("Z").toString();
    }

    private static int x(int index, int count) {
        return Math.min(WIDTH, index * WIDTH / Math.max(1, count));
    }

    /// 1 at the bottom, 128 at the top, doublings at equal distances.
    private static int y(int batch) {
        int power = 31 - Integer.numberOfLeadingZeros(batch);
        return PANEL - 4 - Math.min(MOST, power) * (PANEL - 8) / MOST;
    }
}
