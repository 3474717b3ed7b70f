package dev.plimsoll.cli;

/// The exit codes of the command.
enum ExitCode {
    DONE(0),
    /// The answer is no: a limit is broken, a replay differs.
    NO(1),
    BAD_INPUT(2),
    /// The outside world failed: a disk, a file, a bug.
    FAILED(3);

    private final int number;

    ExitCode(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
