package dev.plimsoll.formats.prices;

/// Where a cloud sells machines, written `aws/us-east-1`.
///
/// @param cloud `aws`, `gce`, `azure`, or a name of one's own; empty where it is not known
public record Region(String cloud, String name) {

    /// The region that a text stands for; without a slash, its cloud is not known.
    public static Region of(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? new Region("", text)
                : new Region(text.substring(0, slash), text.substring(slash + 1));
    }

    /// This one, as somebody wrote it: with or without the cloud.
    boolean isWritten(String text) {
        return text.equals(name) || text.equals(toString());
    }

    @Override
    public String toString() {
        return cloud.isEmpty() ? name : cloud + "/" + name;
    }
}
