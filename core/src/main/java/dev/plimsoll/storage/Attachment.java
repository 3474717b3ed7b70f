package dev.plimsoll.storage;

/// A VolumeAttachment: a volume that is attached to a node, or will be.
public record Attachment(String name, String node, String driver, String volume) {}
