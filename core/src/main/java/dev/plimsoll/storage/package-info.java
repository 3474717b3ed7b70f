/// What is known of volumes: claims, the volumes behind them, and what nodes can attach.
@NullMarked
package dev.plimsoll.storage;

import org.jspecify.annotations.NullMarked;
