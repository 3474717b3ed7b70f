/// Questions, decisions and policies as documents. Their names are an interface: scripts depend on
/// them.
@NullMarked
package dev.plimsoll.formats.document;

import org.jspecify.annotations.NullMarked;
