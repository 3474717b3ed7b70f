package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Look;
import java.util.Optional;

/// The terminal at standard output, if there is one.
interface Terminal {

    /// A file, or another program.
    Terminal NONE = () -> Look.PLAIN;

    /// The look of pages.
    Look look();

    /// The present size of its screen; none if it cannot show one.
    default Optional<ScreenSize> size() {
        return Optional.empty();
    }
}
