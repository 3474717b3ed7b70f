/// Hourly prices of machines and pods.
///
/// A machine or pod without a list price is priced by its resources:
///
///     price = cpu·c + memory·m + gpus·g + storage·s   [+ p for a pod]
///
/// | symbol | meaning | unit |
/// |---|---|---|
/// | c | `cpuHour` | dollars per core-hour |
/// | m | `memoryGiBHour` | dollars per GiB-hour; a GiB is 2^30 bytes |
/// | g | `gpuHour` | dollars per GPU-hour |
/// | s | `storageGiBHour` | dollars per GiB-hour of ephemeral storage |
/// | p | `podHour` | dollars per pod-hour |
///
/// Source: the pricing model of Cluster Autoscaler's provider for GCE. Its prices of pods are the
/// same; to a machine it also adds a boot disk, which is left out here.
@NullMarked
package dev.plimsoll.prices;

import org.jspecify.annotations.NullMarked;
