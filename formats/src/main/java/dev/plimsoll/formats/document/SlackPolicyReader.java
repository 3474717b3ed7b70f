package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Fields;
import dev.plimsoll.slack.SlackPolicy;
import dev.plimsoll.slack.SlackPolicy.Basis;
import dev.plimsoll.slack.SlackPolicy.Biggest;
import dev.plimsoll.slack.SlackPolicy.Pieces;
import dev.plimsoll.slack.SlackPolicy.Rate;
import dev.plimsoll.slack.SlackPolicy.Reading;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads the policy of slack.
final class SlackPolicyReader {

    private static final String SOURCE = "source";
    private static final String PLIMSOLL = "plimsoll";

    /// The readings of the source by the names of its versions.
    private static final Map<String, Reading> VERSIONS =
            Map.of(
                    "1", Reading.SOURCE_1,
                    "2-pods", Reading.SOURCE_2_PODS,
                    "2-shape", Reading.SOURCE_2_SHAPE);

    private static final int MOST_PIECES = 1_000;

    private final Fields fields;

    SlackPolicyReader(Fields fields) {
        this.fields = fields;
    }

    SlackPolicy read() {
        var defaults = SlackPolicy.DEFAULT;
        return new SlackPolicy(
                reading(),
                rate(defaults.rate()),
                new Pieces(
                        fields.whole(
                                "granularity", defaults.pieces().granularity(), 1, MOST_PIECES),
                        fields.text("reference", defaults.pieces().reference())),
                fields.choice("biggest", defaults.biggest(), Choices.of(Biggest.values())),
                resources(defaults.resources()));
    }

    private Reading reading() {
        var reading = fields.choice("reading", PLIMSOLL, Choices.texts(PLIMSOLL, SOURCE));
        var version = fields.choice("version", Reading.SOURCE_1, VERSIONS);
        if (reading.equals(SOURCE)) {
            return version;
        }
        if (fields.has("version")) {
            fields.mistake("version", "it has no effect; add reading: source, or remove it");
        }
        return Reading.PLIMSOLL;
    }

    private Rate rate(Rate orElse) {
        var share = fields.rate("rate", orElse.share());
        var basis = fields.choice("basis", orElse.basis(), Choices.of(Basis.values()));
        if (Rate.isEndless(share, basis)) {
            fields.mistake(
                    "rate",
                    share
                            + " is not below 100%; write the share of room to keep free,"
                            + " such as 30%");
            return orElse;
        }
        return new Rate(share, basis);
    }

    private List<String> resources(List<String> orElse) {
        if (!fields.has("resources")) {
            return orElse;
        }
        var resources = new ArrayList<String>();
        for (var name : fields.texts("resources")) {
            if (SlackPolicy.POSSIBLE.contains(name)) {
                resources.add(name);
            } else {
                fields.mistake(
                        "resources",
                        "slack cannot keep "
                                + name
                                + " free; write one or more of "
                                + String.join(", ", SlackPolicy.POSSIBLE)
                                + ", or mark the pods that need it with plimsoll.dev/reserve");
            }
        }
        return resources.isEmpty() ? orElse : resources;
    }

    /// The policy as a document.
    static Map<String, Object> tree(SlackPolicy policy) {
        boolean isSource = policy.reading() != Reading.PLIMSOLL;
        var tree = Trees.ordered("reading", isSource ? SOURCE : PLIMSOLL);
        VERSIONS.forEach((name, reading) -> {
            if (reading == policy.reading()) {
                tree.put("version", name);
            }
        });
        tree.put("rate", policy.rate().share().toString());
        tree.put("basis", Choices.name(policy.rate().basis()));
        tree.put("granularity", policy.pieces().granularity());
        tree.put("biggest", Choices.name(policy.biggest()));
        tree.put("resources", policy.resources());
        ClusterParts.put(tree, "reference", policy.pieces().reference());
        return tree;
    }
}
