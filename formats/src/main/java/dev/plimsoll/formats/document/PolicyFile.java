package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.formats.Mistake;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.prices.GroupPrices;
import dev.plimsoll.formats.prices.PriceFile;
import dev.plimsoll.formats.prices.PriceList;
import dev.plimsoll.formats.prices.Prices;
import dev.plimsoll.formats.prices.Prices.Terms;
import dev.plimsoll.formats.prices.Region;
import dev.plimsoll.formats.prices.Regions;
import dev.plimsoll.formats.prices.SpotPricing;
import dev.plimsoll.groups.GroupPolicy.Manage;
import dev.plimsoll.scaling.Policy;
import java.util.List;

/// A policy file: node groups and how they are sized, scaled and priced. Escalator's `node_groups`
/// file is one too.
///
/// @param groups the names of all groups
/// @param sized groups managed by utilisation
/// @param declared all groups, with the templates and prices that the policy sets
/// @param subnets of the nodes of some groups
/// @param scaling how pending pods get nodes, and the limits of all groups
/// @param prices where prices come from
/// @param providers of every group, what its provider needs to know
/// @param ignored the settings of Escalator that have no effect, and why
public record PolicyFile(
        List<String> groups,
        List<SizedGroup> sized,
        List<Group> declared,
        List<Subnet> subnets,
        Policy scaling,
        PricesFrom prices,
        List<ProviderSettings> providers,
        List<Mistake> ignored) {

    /// @param file a price file; empty if there is none
    /// @param region the region of nodes without a region label; empty if not set
    /// @param spot the prices of spot nodes
    public record PricesFrom(String file, String region, SpotPricing spot) {

        public static final PricesFrom LIST = new PricesFrom("", "", new SpotPricing.Listed());

        /// Reads the price file, if one is named.
        ///
        /// @throws dev.plimsoll.formats.BadInput with its mistakes
        public GroupPrices pricing() {
            var prices =
                    file.isEmpty()
                            ? PriceFile.NONE
                            : PriceFile.read(Source.file(Source.path(file)));
            var nearest = Regions.builtIn().find(region).orElseGet(() -> Region.of(region));
            return new GroupPrices(
                    new Prices(PriceList.builtIn(), new Terms(prices, nearest, spot)));
        }

        /// The same with the path of a price file that is named relative to a policy.
        public PricesFrom in(String policy) {
            return file.isEmpty()
                    ? this
                    : new PricesFrom(
                            Source.path(policy).resolveSibling(file).toString(), region, spot);
        }
    }

    public PolicyFile {
        groups = List.copyOf(groups);
        sized = List.copyOf(sized);
        declared = List.copyOf(declared);
        subnets = List.copyOf(subnets);
        providers = List.copyOf(providers);
        ignored = List.copyOf(ignored);
    }

    /// The same with the path of a price file that is named relative to the policy's path.
    public PolicyFile in(String path) {
        return new PolicyFile(
                groups, sized, declared, subnets, scaling, prices.in(path), providers, ignored);
    }

    /// The same with other settings of scaling.
    public PolicyFile with(Policy other) {
        return new PolicyFile(groups, sized, declared, subnets, other, prices, providers, ignored);
    }

    /// The groups managed by pods.
    public List<String> scaled() {
        return groups.stream().filter(this::isScaled).toList();
    }

    private boolean isScaled(String group) {
        var policy = scaling.groups().get(group);
        return policy != null && policy.manage() == Manage.PODS;
    }

    /// @throws dev.plimsoll.formats.BadInput with every mistake of the file
    public static PolicyFile read(Source source) {
        var mistakes = new Mistakes();
        var documents = Values.readPolicy(source, mistakes);
        var policy = new PolicyReader(source.label(), mistakes).read(documents);
        mistakes.throwIfAny();
        return policy;
    }
}
