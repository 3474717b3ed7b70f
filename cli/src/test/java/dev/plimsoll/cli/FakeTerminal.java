package dev.plimsoll.cli;

import dev.plimsoll.formats.page.Look;
import dev.plimsoll.formats.page.Look.Colours;
import java.util.Optional;

/// A terminal of any size, without colours.
final class FakeTerminal implements Terminal {

    private ScreenSize size;
    private int asked;

    FakeTerminal(ScreenSize size) {
        this.size = size;
    }

    void resize(ScreenSize other) {
        size = other;
    }

    /// How often its size was asked.
    int asked() {
        return asked;
    }

    @Override
    public Look look() {
        return new Look(size.columns(), Colours.NONE);
    }

    @Override
    public Optional<ScreenSize> size() {
        asked++;
        return Optional.of(size);
    }
}
