/// The text forms of the outside: JSON and YAML, read with the place of every value and printed.
///
/// A [Source] gives [Tokens], one pull interface over both languages. [Values] makes trees of
/// [Value] from them; [Fields] reads one mapping strictly and collects its mistakes in [Mistakes].
/// [Json] and [Yaml] print plain trees.
///
/// **Invariant:** any bytes give either values or a [BadInput] whose sentences name the mistake,
/// its place and its correction: `TokensTest`, `FieldsTest`.
@NullMarked
package dev.plimsoll.formats;

import org.jspecify.annotations.NullMarked;
