/// What machines and pods cost an hour.
///
/// A machine or pod that no list prices is priced by what it is made of:
///
///     price = cpu·c + memory·m + gpus·g + storage·s   [+ p for a pod]
///
/// | symbol | meaning | unit |
/// |---|---|---|
/// | c | `cpuHour` | dollars a core and hour |
/// | m | `memoryGiBHour` | dollars a GiB of 2^30 bytes and hour |
/// | g | `gpuHour` | dollars a GPU and hour |
/// | s | `storageGiBHour` | dollars a GiB of ephemeral storage and hour |
/// | p | `podHour` | dollars a pod and hour |
///
/// Source: the pricing model of Cluster Autoscaler's provider for GCE. Its prices of pods are
/// these; to a machine it also adds a boot disk, which we leave out.
@NullMarked
package dev.plimsoll.prices;

import org.jspecify.annotations.NullMarked;
