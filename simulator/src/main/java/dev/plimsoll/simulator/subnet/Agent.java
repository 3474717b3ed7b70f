package dev.plimsoll.simulator.subnet;

/// The method by which a node requests addresses.
public enum Agent {
    /// One request by the number of pods: CNS with its second pool monitor.
    AT_ONCE {
        @Override
        int requested(Pool pool, Scaler scaler) {
            int batch = Math.clamp(scaler.batch(), 1, pool.max());
            int percent = scaler.minFreePercent();
            int batches = Math.ceilDiv(percent * batch + 100 * pool.demand(), 100 * batch);
            return Math.min(pool.max(), batch * batches);
        }
    },
    /// One batch more or less per tick, by free addresses: CNS with its first pool monitor.
    STEPWISE {
        @Override
        int requested(Pool pool, Scaler scaler) {
            int batch = Math.clamp(scaler.batch(), 1, pool.max());
            int percent = Math.clamp(scaler.minFreePercent(), 1, 100);
            int minFree = (batch * percent + 50) / 100;
            int maxFree = (batch * (percent + 100) + 50) / 100;
            int requested = pool.requested();
            if (requested - pool.assigned() < minFree) {
                return Math.min(pool.max(), requested + batch - requested % batch);
            }
            if (pool.free() >= maxFree) {
                return requested - (requested % batch == 0 ? batch : requested % batch);
            }
            return requested;
        }
    };

    /// The settings of a node.
    record Scaler(int batch, int minFreePercent) {

        boolean isMoreThan(Scaler other) {
            return batch > other.batch || minFreePercent > other.minFreePercent;
        }
    }

    /// The addresses that the node wants to hold.
    abstract int requested(Pool pool, Scaler scaler);
}
