/// The journal on disk: what was seen, asked, decided and done, so that it can be explained and
/// decided again.
///
/// A journal is a file of lines, and beside it, with `.1` after its name, the file before: when the
/// newer one is half of the journal's size, it takes the older one's place. Each file can be read
/// without the other. A line is a record:
///
///     LENGTH CHECKSUM BODY
///
/// LENGTH counts the characters of BODY, which is JSON, deflated, in Base64. CHECKSUM is the CRC-32C,
/// in hexadecimal, of the CHECKSUM of the line before (nothing before the first) and BODY. So a line
/// that was cut short, every changed byte, and a line that was taken out or moved show. The records:
///
/// | record | holds |
/// |---|---|
/// | `open` | the version of the program and of its rules |
/// | `remembered` | what a loop decided before, for each loop: nobody has to look into an older file |
/// | `cluster` | what differs from the cluster before; the first of a file differs from an empty one |
/// | `policy` | a loop's policy, where it changed |
/// | `decided` | a question's past, outcomes, moment and seed, and the decision |
/// | `acted` | what became of the decision's steps |
@NullMarked
package dev.plimsoll.formats.journal;

import org.jspecify.annotations.NullMarked;
