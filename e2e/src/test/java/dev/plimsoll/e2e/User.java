package dev.plimsoll.e2e;

import java.util.List;

/// A user whom the API server knows by a token.
///
/// @param groups the user's groups; members of `system:masters` may do everything, without limits
public record User(String name, List<String> groups) {

    public static final User ADMIN = new User("admin", List.of("system:masters"));

    /// Has no rights until a test binds a role to it.
    public static final User PLIMSOLL = named("plimsoll");

    static final User CONTROLLERS = named("system:kube-controller-manager");
    static final User SCHEDULER = named("system:kube-scheduler");
    static final User KWOK = new User("kwok", List.of("system:masters"));

    /// A user without groups, hence without rights.
    public static User named(String name) {
        return new User(name, List.of());
    }

    public String token() {
        return "t-" + fileName();
    }

    String fileName() {
        return name.replace(':', '-');
    }

    /// The user's line in a file of tokens. The name serves as the user's id too.
    String line() {
        var line = token() + "," + name + "," + name;
        return groups.isEmpty() ? line : line + ",\"" + String.join(",", groups) + "\"";
    }
}
