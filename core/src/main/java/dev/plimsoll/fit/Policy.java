package dev.plimsoll.fit;

/// The policy of fit: empty, because the rules of kube-scheduler have no settings here.
public record Policy() {

    public static final Policy NONE = new Policy();
}
