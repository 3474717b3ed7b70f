/// The text forms of the outside: JSON and YAML, read with the place of every value and printed.
///
/// A [Source] gives [Tokens], one pull interface over both languages. [Values] makes trees of
/// [Value] from them; [Fields] reads one mapping strictly and collects what is wrong with it in
/// [Mistakes]. [Json] and [Yaml] print plain trees.
///
/// **Invariant:** whatever bytes come in, what goes out is values or a [BadInput] whose sentences
/// say what is wrong, where, and how to put it right: `TokensTest`, `FieldsTest`.
@NullMarked
package dev.plimsoll.formats;

import org.jspecify.annotations.NullMarked;
