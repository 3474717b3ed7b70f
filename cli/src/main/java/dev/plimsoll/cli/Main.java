package dev.plimsoll.cli;

/// The `plimsoll` command.
public final class Main {

    public static void main(String[] arguments) {
        System.out.print(
                """
                plimsoll decides how much capacity a Kubernetes cluster needs, and says why.

                usage: plimsoll --help
                """);
    }

    private Main() {}
}
