package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.cluster.Subnet;
import dev.plimsoll.formats.Mistake;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.formats.prices.SpotPricing;
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
/// @param unbuilt the settings that `run` does not implement yet
/// @param unplanned the settings that `plan` does not implement yet
/// @param ignored the settings of Escalator that have no effect, and why
public record PolicyFile(
        List<String> groups,
        List<SizedGroup> sized,
        List<Group> declared,
        List<Subnet> subnets,
        Policy scaling,
        PricesFrom prices,
        List<ProviderSettings> providers,
        List<Mistake> unbuilt,
        List<Mistake> unplanned,
        List<Mistake> ignored) {

    /// @param file a price file; empty if there is none
    /// @param region the region of nodes without a region label; empty if not set
    /// @param spot the prices of spot nodes
    public record PricesFrom(String file, String region, SpotPricing spot) {

        public static final PricesFrom LIST = new PricesFrom("", "", new SpotPricing.Listed());

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
        unbuilt = List.copyOf(unbuilt);
        unplanned = List.copyOf(unplanned);
        ignored = List.copyOf(ignored);
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
