package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.formats.Mistake;
import dev.plimsoll.formats.Mistakes;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.Values;
import dev.plimsoll.sizing.Policy;
import java.util.List;

/// What an operator wants, as one file says it.
///
/// @param groups the names of all groups
/// @param sized groups managed by utilisation
/// @param unbuilt what the file asks for and nothing does yet
public record PolicyFile(List<String> groups, List<Sized> sized, List<Mistake> unbuilt) {

    /// A group as the file describes it, and how it is sized.
    public record Sized(Group group, Policy policy) {}

    public PolicyFile {
        groups = List.copyOf(groups);
        sized = List.copyOf(sized);
        unbuilt = List.copyOf(unbuilt);
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
