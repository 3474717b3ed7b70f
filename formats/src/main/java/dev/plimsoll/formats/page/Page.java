package dev.plimsoll.formats.page;

import java.util.List;

/// Something to read: opening lines, sections, and closing lines.
///
/// @param head the first line is the most important one
public record Page(List<String> head, List<Section> sections, List<String> foot) {

    public Page {
        head = List.copyOf(head);
        sections = sections.stream().filter(section -> !section.isEmpty()).toList();
        foot = List.copyOf(foot);
    }

    public static Page of(List<String> head, Section... sections) {
        return new Page(head, List.of(sections), List.of());
    }
}
