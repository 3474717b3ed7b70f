package dev.plimsoll.e2e;

/// A part of the control plane ended by itself.
final class ChildEnded extends RuntimeException {

    ChildEnded(String name, int code, String lastWords) {
        super(name + " ended with exit code " + code + "; it said last:\n" + lastWords);
    }

    /// Somebody else took a port between our choice and its use.
    boolean isPortTaken() {
        return String.valueOf(getMessage()).contains("address already in use");
    }
}
