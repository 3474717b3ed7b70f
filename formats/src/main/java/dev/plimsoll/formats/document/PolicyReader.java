package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.GroupSpread;
import dev.plimsoll.cluster.Limits;
import dev.plimsoll.cluster.Template;
import dev.plimsoll.cluster.Variant;
import dev.plimsoll.cluster.VariantKey;
import dev.plimsoll.formats.Fields;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Value;
import dev.plimsoll.formats.document.PolicyFile.PricesFrom;
import dev.plimsoll.formats.prices.Regions;
import dev.plimsoll.formats.prices.SpotPricing;
import dev.plimsoll.groups.GroupPolicy;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.groups.Grouping;
import dev.plimsoll.prices.Price;
import dev.plimsoll.quantity.Money;
import dev.plimsoll.quantity.Percent;
import dev.plimsoll.ranking.Option.Standing;
import dev.plimsoll.selection.Labels;
import dev.plimsoll.sizing.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Reads a policy file strictly: every section, also of parts that are not built yet.
final class PolicyReader {

    /// The default minimum and maximum size of a group that is managed by its pods.
    private static final Limits BY_PODS = new Limits(0, 100);

    private final String file;
    private final Mistakes mistakes;
    private final Mistakes ignored = new Mistakes();
    private final List<SizedGroup> sized = new ArrayList<>();
    private final List<Group> declared = new ArrayList<>();
    private final ScalingPolicyReader scaling = new ScalingPolicyReader();
    private PricesFrom pricesFrom = PricesFrom.LIST;
    private final List<ProviderSettings> providers = new ArrayList<>();
    private final List<Matched> groups = new ArrayList<>();

    /// A group's name, and the labels of its nodes.
    private record Matched(String name, Labels labels) {}

    PolicyReader(String file, Mistakes mistakes) {
        this.file = file;
        this.mistakes = mistakes;
    }

    PolicyFile read(List<Value> documents) {
        if (documents.size() != 1) {
            mistakes.add(
                    Place.whole(file),
                    "",
                    documents.isEmpty()
                            ? "this is empty; write a policy with 'kind: Policy' and 'groups'"
                            : "the file has "
                                    + documents.size()
                                    + " documents; write the policy as one document");
        } else {
            policy(Fields.of(documents.getFirst(), "", mistakes));
        }
        if (groups.stream().allMatch(group -> group.labels().isEmpty())) {
            scaling.growUnlisted();
        }
        int most = scaling.maxNodes();
        return new PolicyFile(
                names(),
                sized.stream().map(group -> group.within(most)).toList(),
                declared,
                scaling.subnets(),
                scaling.policy(),
                pricesFrom,
                providers,
                ignored.list());
    }

    private void policy(Fields fields) {
        Questions.checkVersion(fields);
        // Also a key without a value says that this is Escalator's file.
        if (fields.has("node_groups") || fields.keys().contains("node_groups")) {
            fields.list("node_groups").forEach(this::escalator);
            fields.done();
            return;
        }
        var kind = fields.text("kind", "");
        if (kind.isEmpty()) {
            fields.mistake("'kind' is missing; write kind: Policy");
        } else if (!kind.equals("Policy")) {
            fields.mistake("kind", "'" + kind + "' is not a policy; " + instead(kind));
            fields.keys().forEach(fields::value);
            return;
        }
        var listed = fields.list("groups");
        var sizing = fields.fields("sizing");
        listed.forEach(group -> group(group, sizing));
        if (sized.isEmpty()) {
            sizing(Layers.of(sizing), Layers.of(sizing));
        }
        scaling.slack(fields);
        scaling.ranking(fields.fields("ranking"));
        scaling.scaling(fields.fields("scaling"));
        prices(fields.fields("prices"));
        fields.list("subnets").forEach(subnet -> scaling.subnet(subnet, names()));
        fields.done();
    }

    private static String instead(String kind) {
        return kind.equals("ConfigMap")
                ? "save the text under its 'data' as a file, and name that"
                : "name a file with kind: Policy";
    }

    /// A group of Escalator's configuration.
    private void escalator(Fields group) {
        var reader = new EscalatorReader(group, ignored);
        var name = reader.name();
        var labels = reader.labels();
        checkName(group, name);
        groups.stream()
                .filter(other -> group.has("label_value") && other.labels().equals(labels))
                .findFirst()
                .ifPresent(other ->
                        group.mistake(
                                "label_value",
                                "the group '"
                                        + other.name()
                                        + "' has this label too; give each"
                                        + " group its own"));
        groups.add(new Matched(name, labels));
        var key = new VariantKey("", "", "");
        var cost = new Price.Unknown("the policy sets no price");
        var offers = Templates.complete(key, Template.UNKNOWN, labels);
        declare(name, labels, List.of(new Variant(key, offers, cost)), Grouping.spread(labels));
        size(reader.read(name), Standing.EXISTS);
        providers.add(ProviderSettings.of(name, group.text("cloud_provider_group_name", "")));
    }

    private void declare(String name, Labels labels, List<Variant> variants, GroupSpread spread) {
        declared.add(
                new Group(
                        name,
                        labels,
                        0,
                        Limits.UNLIMITED,
                        variants,
                        spread,
                        List.of(),
                        Group.Condition.IN_SERVICE));
    }

    private void size(SizedGroup group, Standing standing) {
        sized.add(group);
        scaling.group(
                group.name(),
                new GroupPolicy(manage(group.policy()), group.policy().limits(), standing));
    }

    private static Manage manage(Policy policy) {
        return switch (policy.counting().pods()) {
            case SELECTED -> Manage.UTILISATION;
            case FITTING -> Manage.UTILISATION_OF_FITTING;
        };
    }

    private void group(Fields group, Fields sizing) {
        var name = group.requiredText("name");
        var match = group.fields("match").labels("labels");
        checkUnique(group, name, match);
        var manage =
                group.choice(
                        "manage",
                        Manage.PODS,
                        Map.of("pods", Manage.PODS, "utilisation", Manage.UTILISATION));
        var template = group.fields("template");
        var offers = Templates.declared(template);
        var price = group.money("priceHour", Money.NONE);
        var cost =
                group.has("priceHour")
                        ? new Price.Known(price, "the policy")
                        : new Price.Unknown("the policy sets no price");
        providers.add(ProviderSettings.read(name, group.fields("provider")));
        var standing = group.flag("exists", true) ? Standing.EXISTS : Standing.NOT_YET;
        declare(
                name,
                match,
                variants(group, template, offers, match, cost),
                ClusterParts.spread(group, Grouping.spread(match)));
        if (manage == Manage.PODS) {
            scaling.group(name, new GroupPolicy(manage, managedByPods(group), standing));
            return;
        }
        var own = group.fields("sizing");
        var policy = sizing(Layers.of(own, sizing), Layers.of(group, own, sizing));
        size(new SizedGroup(name, policy), standing);
    }

    /// Every instance type in every zone that the group names.
    private static List<Variant> variants(
            Fields group, Fields template, Template offers, Labels match, Price price) {
        var zones = named(group, "zones", template.text("zone", ""));
        var types = named(group, "instanceTypes", template.text("instanceType", ""));
        var variants = new ArrayList<Variant>();
        for (var type : types) {
            for (var zone : zones) {
                var key = new VariantKey(zone, type, "");
                variants.add(new Variant(key, Templates.complete(key, offers, match), price));
            }
        }
        return variants;
    }

    /// The names in the list; without one, the name in the template, which may be empty.
    private static List<String> named(Fields group, String key, String inTemplate) {
        var names = group.texts(key).stream().distinct().toList();
        if (!names.isEmpty() && !inTemplate.isEmpty() && !names.contains(inTemplate)) {
            group.mistake(key, "'" + inTemplate + "' of the template is not listed; add it");
        }
        return names.isEmpty() ? List.of(inTemplate) : names;
    }

    private Limits managedByPods(Fields group) {
        if (group.has("sizing")) {
            group.mistake(
                    "sizing",
                    "a group is managed by its pods or by its utilisation, not by both;"
                            + " write 'manage: utilisation', or leave sizing out");
            var own = Layers.of(group.fields("sizing"));
            sizing(own, own);
        }
        return SizingPolicyReader.limits(Layers.of(group), BY_PODS);
    }

    private Policy sizing(Layers keys, Layers limits) {
        return new SizingPolicyReader(keys).read(limits);
    }

    private void checkUnique(Fields group, String name, Labels match) {
        if (group.has("match") && match.isEmpty()) {
            group.mistake(
                    "match",
                    "a group without labels would own every node; write match:"
                            + " {labels: {…}} with labels that only its nodes carry, or leave"
                            + " match out to set limits of an inferred group");
        }
        checkName(group, name);
        for (var other : groups) {
            if (!other.name().equals(name) && overlap(match, other.labels())) {
                group.mistake(
                        "match",
                        "a node can carry the labels of both '"
                                + other.name()
                                + "' ("
                                + other.labels()
                                + ") and '"
                                + name
                                + "' ("
                                + match
                                + "); give one label key a different value in each");
            }
        }
        groups.add(new Matched(name, match));
    }

    private void checkName(Fields group, String name) {
        if (!name.isEmpty() && names().contains(name)) {
            group.mistake("name", "two groups are named '" + name + "'; rename one");
        }
    }

    private static boolean overlap(Labels one, Labels other) {
        return !one.isEmpty() && !other.isEmpty() && Grouping.canOverlap(one, other);
    }

    private void prices(Fields prices) {
        var file = prices.text("file", "");
        var region = prices.text("region", "");
        if (file.isEmpty() && !region.isEmpty()) {
            checkRegion(prices, region);
        }
        pricesFrom = new PricesFrom(file, region, spot(prices));
    }

    private static void checkRegion(Fields prices, String region) {
        var regions = Regions.builtIn();
        if (regions.find(region).isEmpty()) {
            prices.mistake("region", regions.mistake(region));
        }
    }

    private static SpotPricing spot(Fields prices) {
        return prices.has("spotDiscount")
                ? new SpotPricing.Discount(prices.share("spotDiscount", Percent.WHOLE))
                : new SpotPricing.Listed();
    }

    private List<String> names() {
        return groups.stream().map(Matched::name).toList();
    }
}
