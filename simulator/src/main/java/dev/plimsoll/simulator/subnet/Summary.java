package dev.plimsoll.simulator.subnet;

/// The summary of a subnet simulation.
///
/// @param ticks that passed
/// @param changes of the batch
/// @param moved addresses granted to nodes and released by them
/// @param writes of nodes' requests, and of the batch to every node
/// @param starts of pods
/// @param cold starts without an address ready
/// @param waits pods without an address, summed over ticks
/// @param stuck pods without an address at the end
public record Summary(
        long ticks,
        long changes,
        long moved,
        long writes,
        long starts,
        long cold,
        long waits,
        long stuck) {}
