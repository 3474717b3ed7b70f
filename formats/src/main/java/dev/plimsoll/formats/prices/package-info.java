/// What machines cost: a built-in list of the three large clouds, and price files on top of it.
///
/// [PriceList] is the list, [PriceFile] a person's own lines, [GceUnits] prices machines that are
/// in no list by what they are made of, and [Prices] asks them in turn.
///
/// **Invariant:** every answer is a price with where it comes from, or why there is none; no price
/// is guessed: `PricesTest`.
@NullMarked
package dev.plimsoll.formats.prices;

import org.jspecify.annotations.NullMarked;
