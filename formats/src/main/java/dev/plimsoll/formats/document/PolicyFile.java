package dev.plimsoll.formats.document;

import dev.plimsoll.formats.Mistake;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.groups.DeclaredGroup;
import dev.plimsoll.scaling.Policy;
import java.util.List;

/// What an operator wants, as one file says it.
///
/// @param groups the names of all groups
/// @param sized groups managed by utilisation
/// @param declared all groups, as `plan` sees them
/// @param scaling how pods that wait get nodes
/// @param prices where prices come from
/// @param unbuilt what the file asks for and `run` does not do yet
/// @param unplanned what of it `plan` does not do either
public record PolicyFile(
        List<String> groups,
        List<SizedGroup> sized,
        List<DeclaredGroup> declared,
        Policy scaling,
        PricesFrom prices,
        List<Mistake> unbuilt,
        List<Mistake> unplanned) {

    /// @param file a price file; empty if there is none
    /// @param region of machines that do not tell theirs; empty if nothing is said
    public record PricesFrom(String file, String region) {

        static final PricesFrom LIST = new PricesFrom("", "");
    }

    public PolicyFile {
        groups = List.copyOf(groups);
        sized = List.copyOf(sized);
        declared = List.copyOf(declared);
        unbuilt = List.copyOf(unbuilt);
        unplanned = List.copyOf(unplanned);
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
