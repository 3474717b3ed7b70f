package dev.plimsoll.formats.document;

import dev.plimsoll.cluster.Group;
import dev.plimsoll.sizing.Policy;

/// A group as a policy file describes it, and how it is sized.
public record SizedGroup(Group group, Policy policy) {}
