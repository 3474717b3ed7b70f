/// The journal on disk: what was seen, asked, decided and done, so that it can be explained and
/// decided again.
///
/// A journal is a file of lines, and beside it, with `.1` after its name, the file before: when the
/// newer one is half of the journal's size, it takes the older one's place. Each file can be read
/// without the other. A line is a record:
///
///     LENGTH CHECKSUM BODY
///
/// LENGTH counts the characters of BODY, CHECKSUM is its CRC-32C in hexadecimal, and BODY is JSON,
/// deflated, in Base64. So a line that was cut short, and every changed byte, shows. The records:
///
/// | record | holds |
/// |---|---|
/// | `open` | the version of the program and of its rules |
/// | `cluster` | what differs from the cluster before; the first of a file differs from an empty one |
/// | `policy` | a loop's policy, where it changed |
/// | `decided` | a question's past, outcomes, moment and seed, and the decision |
/// | `acted` | what became of the decision's steps |
@NullMarked
package dev.plimsoll.formats.journal;

import org.jspecify.annotations.NullMarked;
