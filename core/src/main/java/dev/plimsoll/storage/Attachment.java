package dev.plimsoll.storage;

/// A volume that is attached to a node, or about to be: a VolumeAttachment.
public record Attachment(String name, String node, String driver, String volume) {}
