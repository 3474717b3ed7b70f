"""Writes small random clusters with the price of their cheapest plan, proven by HiGHS.

    pip install highspy
    python3 optima.py 300 > optima.txt

A case is one line: instance types with allocatable and a price per zone, existing nodes with their
free room, and pending pods by shape. The last column is the least that new nodes for all pods cost.
Prices are in millionths of a dollar an hour, amounts in millicores and MiB. The solver covers the
pods with all maximal sets of pods that a node holds; cases that it does not close in time are left
out.
"""

import random
import sys

import highspy

MOST_PATTERNS = 60_000
HEADER = "seed | type:cpu:memory:pods:price in a, b, c | node type:zone:free cpu:free memory | count:cpu:memory:zone:apart | optimum"
ZONES = ["a", "b", "c"]
# name, allocatable millicores, allocatable MiB, pod slots, dollars an hour
TYPES = [
    ("c5.large", 1930, 3150, 29, 0.085),
    ("c5.xlarge", 3920, 6800, 58, 0.17),
    ("c5.2xlarge", 7910, 14400, 58, 0.34),
    ("c5.4xlarge", 15890, 27900, 234, 0.68),
    ("m5.large", 1930, 6900, 29, 0.096),
    ("m5.xlarge", 3920, 14400, 58, 0.192),
    ("m5.2xlarge", 7910, 29700, 58, 0.384),
    ("m5.4xlarge", 15890, 59500, 234, 0.768),
    ("r5.large", 1930, 14400, 29, 0.126),
    ("r5.xlarge", 3920, 29700, 58, 0.252),
    ("r5.2xlarge", 7910, 60100, 58, 0.504),
    ("t3.medium", 1930, 3300, 17, 0.0416),
    ("t3.xlarge", 3920, 14400, 58, 0.1664),
]


def case(seed):
    r = random.Random(seed)
    varies = r.random() < 0.5
    types = []
    for name, cpu, memory, pods, price in sorted(r.sample(TYPES, r.randint(2, 8))):
        prices = {z: round(price * (r.uniform(0.9, 1.1) if varies else 1), 6) for z in ZONES}
        types.append({"name": name, "cpu": cpu, "memory": memory, "pods": pods, "prices": prices})
    largest = max(types, key=lambda t: t["cpu"])
    widest = max(types, key=lambda t: t["memory"])
    shapes = []
    left = r.randint(1, 40)
    while left > 0 and len(shapes) < 8:
        count = r.randint(1, left) if len(shapes) < 7 else left
        most = r.choice([0.1, 0.3, 0.7, 1.0])
        cpu = max(50, int(r.uniform(0.02, most) * largest["cpu"]) // 50 * 50)
        memory = max(64, int(r.uniform(0.02, most) * widest["memory"]) // 64 * 64)
        if any(t["cpu"] >= cpu and t["memory"] >= memory for t in types):
            shapes.append({
                "count": count, "cpu": cpu, "memory": memory,
                "zone": r.choice(ZONES) if r.random() < 0.2 else "",
                "apart": r.random() < 0.1,
            })
            left -= count
    nodes = []
    for i in range(r.choice([0, 0, 1, 3])):
        t = r.choice(types)
        nodes.append({
            "type": t["name"], "zone": r.choice(ZONES),
            "freeCpu": int(t["cpu"] * r.random()) // 10 * 10,
            "freeMemory": int(t["memory"] * r.random()),
        })
    return {"seed": seed, "types": types, "nodes": nodes, "pods": shapes}


def units(price):
    return round(price * 1_000_000)


def patterns(shapes, cpu, memory, slots):
    """The maximal sets of pods that a node holds, as counts by shape."""
    found = []
    counts = [0] * len(shapes)

    def fits(s, cpu, memory, slots):
        return s["cpu"] <= cpu and s["memory"] <= memory and slots > 0

    def extend(i, cpu, memory, slots):
        if len(found) > MOST_PATTERNS:
            raise OverflowError
        if i == len(shapes):
            # Maximal: nothing more of any shape fits.
            for k, s in enumerate(shapes):
                if counts[k] < (1 if s["apart"] else s["count"]) and fits(s, cpu, memory, slots):
                    return
            if any(counts):
                found.append(tuple(counts))
            return
        s = shapes[i]
        most = min(1 if s["apart"] else s["count"], cpu // s["cpu"], memory // s["memory"], slots)
        for n in range(most, -1, -1):
            counts[i] = n
            extend(i + 1, cpu - n * s["cpu"], memory - n * s["memory"], slots - n)
        counts[i] = 0

    extend(0, cpu, memory, slots)
    return found


def columns(c):
    """Every node with a maximal set of pods: its price, how many there are, and the pods."""
    shapes = c["pods"]
    order = sorted(range(len(shapes)), key=lambda i: -shapes[i]["cpu"] - shapes[i]["memory"] // 4)
    all_columns = []

    def add(cpu, memory, slots, zone, price, most):
        admitted = [i for i in order if shapes[i]["zone"] in ("", zone)]
        for p in patterns([shapes[i] for i in admitted], cpu, memory, slots):
            all_columns.append((price, most, [(i, n) for i, n in zip(admitted, p) if n]))
        if len(all_columns) > MOST_PATTERNS:
            raise OverflowError

    for t in c["types"]:
        for z in ZONES:
            add(t["cpu"], t["memory"], t["pods"], z, units(t["prices"][z]), None)
    for k, n in enumerate(c["nodes"]):
        t = next(t for t in c["types"] if t["name"] == n["type"])
        add(n["freeCpu"], n["freeMemory"], t["pods"] - 1, n["zone"], 0, k)
    return all_columns


def optimum(c, seconds):
    """The least price of patterns that cover all pods; None if it is not proven in time."""
    try:
        cols = columns(c)
    except OverflowError:
        return None
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    h.setOptionValue("time_limit", float(seconds))
    h.setOptionValue("mip_rel_gap", 0.0)
    h.setOptionValue("mip_abs_gap", 0.5)
    inf = highspy.kHighsInf
    for s in c["pods"]:
        h.addRow(s["count"], inf, 0, [], [])
    for _ in c["nodes"]:
        h.addRow(-inf, 1, 0, [], [])
    for price, once, pods in cols:
        index = [i for i, _ in pods]
        value = [float(n) for _, n in pods]
        if once is not None:
            index.append(len(c["pods"]) + once)
            value.append(1.0)
        h.addCol(float(price), 0, 1 if once is not None else 40, len(index), index, value)
    n = len(cols)
    h.changeColsIntegrality(n, list(range(n)), [highspy.HighsVarType.kInteger] * n)
    h.run()
    if h.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return round(h.getInfo().objective_function_value)


def line(c):
    return "|".join([
        str(c["seed"]),
        " ".join(":".join(map(str, [t["name"], t["cpu"], t["memory"], t["pods"]] + [units(t["prices"][z]) for z in ZONES])) for t in c["types"]),
        " ".join(":".join(map(str, [n["type"], n["zone"], n["freeCpu"], n["freeMemory"]])) for n in c["nodes"]),
        " ".join(":".join(map(str, [s["count"], s["cpu"], s["memory"], s["zone"] or "any", "apart" if s["apart"] else "together"])) for s in c["pods"]),
        str(c["optimum"]),
    ])


def main():
    wanted, found, seed = int(sys.argv[1]), 0, 0
    print("# " + HEADER)
    while found < wanted:
        seed += 1
        c = case(seed)
        best = optimum(c, 20)
        if best is not None:
            c["optimum"] = best
            print(line(c), flush=True)
            found += 1
    print(f"{found} of {seed} cases closed", file=sys.stderr)


main()
