/// The prices of machines: a built-in list of three clouds, and price files on top of it.
///
/// [PriceList] is the list, [PriceFile] an operator's own prices, [GceUnits] the unit prices for
/// machines on GCE that the list does not have, and [Prices] asks them in turn.
///
/// **Invariant:** every answer is a price with its source, or the reason why none is known; no
/// price is guessed: `PricesTest`.
@NullMarked
package dev.plimsoll.formats.prices;

import org.jspecify.annotations.NullMarked;
