/// The journal on disk: observations, questions, decisions and outcomes, so they can be explained and
/// decided again.
///
/// A journal is a file of lines and, beside it, an older file with `.1` after its name. When the
/// newer file reaches half of the journal's size, it replaces the older one, whose decisions are then
/// gone: the number of the first decision left shows it. Each file can be read alone. A line is a
/// record:
///
///     LENGTH CHECKSUM BODY
///
/// LENGTH counts the characters of BODY, which is JSON, deflated, in Base64. CHECKSUM is the CRC-32C,
/// in hexadecimal, of the CHECKSUM of the line before (nothing before the first) and BODY. This
/// detects changed bytes and lines that were removed, added or moved. A last line that was cut short,
/// or filled with zero bytes after a power loss, is left out. The records:
///
/// | record | holds |
/// |---|---|
/// | `open` | the format of the file, the version of the program and of its rules, and the number of the next decision |
/// | `cluster` | differences from the cluster before, part by part; the first of a file starts from an empty one |
/// | `policy` | a loop's policy, where it changed |
/// | `decided` | a question's past, outcomes, moment and seed, and the decision; what was seen, if no cluster was observed |
/// | `acted` | the outcomes of the decision's steps |
/// | `failed` | the cause why a loop could not decide |
///
/// A [MemoryFile] beside the journal has the memory of loops, so that another process can continue.
@NullMarked
package dev.plimsoll.formats.journal;

import org.jspecify.annotations.NullMarked;
