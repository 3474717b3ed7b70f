/// The prices of machines: built-in lists of three clouds, and price files on top of them.
///
/// [PriceList] is the list, [Regions] says which region is near another, [GceUnits] has the unit
/// prices for machines on GCE that the list does not have, and [ListPrices] asks them in turn.
/// [PriceFile] has an operator's own prices, and [Prices] puts them first.
///
/// **Invariant:** every answer is a price with its source, or the reason why none is known; a price
/// of another region and a spot price are marked as estimates: `PricesTest`.
@NullMarked
package dev.plimsoll.formats.prices;

import org.jspecify.annotations.NullMarked;
