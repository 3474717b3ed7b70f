package dev.plimsoll.cli;

import dev.plimsoll.formats.BadInput;
import dev.plimsoll.formats.Place;
import dev.plimsoll.formats.Source;
import dev.plimsoll.formats.document.PolicyFile;
import dev.plimsoll.kube.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The policy file of a run, read again when it changes. A change with mistakes is refused, and the
/// policy before stays.
final class LivePolicy implements Controller.Policies {

    private final Path file;
    private final ExtraCapacity extra;
    private final Console console;
    private byte[] read = {};
    private Optional<PolicyFile> next = Optional.empty();

    /// @param extra overrides the rate of the policy
    LivePolicy(Path file, ExtraCapacity extra, Console console) {
        this.file = file;
        this.extra = extra;
        this.console = console;
    }

    /// Reads it for the first time.
    ///
    /// @throws BadInput with its mistakes
    void first() {
        try {
            read = Files.readAllBytes(file);
        } catch (IOException failure) {
            throw Source.unreadable(file.toString(), failure);
        }
        next = Optional.of(policy());
    }

    @Override
    public Optional<PolicyFile> changed() {
        try {
            var bytes = Files.readAllBytes(file);
            if (!Arrays.equals(bytes, read)) {
                read = bytes;
                next = Optional.of(policy());
                refused = "";
                console.warn(file + ": read again, because it changed");
            }
        } catch (IOException failure) {
            refused(Source.unreadable(file.toString(), failure));
        } catch (BadInput mistakes) {
            refused(mistakes);
        }
        var changed = next;
        next = Optional.empty();
        return changed;
    }

    private String refused = "";

    private void refused(BadInput mistakes) {
        var text = String.valueOf(mistakes.getMessage());
        if (!text.equals(refused)) {
            refused = text;
            console.warn(text + "; the policy before stays");
        }
    }

    private PolicyFile policy() {
        var policy = extra.over(PolicyFile.read(Source.bytes(file.toString(), read)));
        for (var group : policy.declared()) {
            if (group.labels().isEmpty()) {
                throw bad(
                        "group '"
                                + group.name()
                                + "' has no labels; add match: {labels: {…}} with the labels of"
                                + " its nodes");
            }
        }
        Remarks.of(policy.ignored()).forEach(console::warn);
        var placed = policy.in(file.toString());
        placed.prices().pricing();
        return placed;
    }

    private BadInput bad(String sentence) {
        return new BadInput(Place.whole(file.toString()), "", sentence);
    }
}
