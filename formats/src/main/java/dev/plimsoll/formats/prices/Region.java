package dev.plimsoll.formats.prices;

/// A region of a cloud, written `aws/us-east-1`.
///
/// @param cloud `aws`, `gce`, `azure`, or a name of one's own; empty where it is not known
public record Region(String cloud, String name) {

    /// The region of a text; without a slash, its cloud is not known.
    public static Region of(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new Region("", text)
                : new Region(text.substring(0, slash), text.substring(slash + 1));
    }

    /// The text names this region, with or without its cloud.
    boolean isWritten(String text) {
        return text.equals(name) || text.equals(toString());
    }

    @Override
    public String toString() {
        return cloud.isEmpty() ? name : cloud + "/" + name;
    }
}
