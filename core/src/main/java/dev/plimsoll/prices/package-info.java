/// Hourly prices of machines and pods.
///
/// A machine or pod without a list price is priced by its resources:
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
/// Source: the pricing model of Cluster Autoscaler's provider for GCE. Its prices of pods are the
/// same; to a machine it also adds a boot disk, which is left out here.
@NullMarked
package dev.plimsoll.prices;

import org.jspecify.annotations.NullMarked;
