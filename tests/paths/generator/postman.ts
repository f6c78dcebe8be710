/** An arc of a graph that has to be walked at least `demand` times (0: may be). A step costs 1. */
export interface Arc {
  from: number;
  to: number;
  demand: number;
}

export interface Tours {
  /** Walks from a root, each a list of indexes of arcs. */
  walks: number[][];
  /** The fewest steps with which all demands can be met, however they are strung together. */
  lowerBound: number;
}

/** A step outweighs any number of fresh starts, so fewest steps come first and then fewest walks. */
const STEP = 1 << 16;
const ENDLESS = 1 << 29;

/**
 * The shortest walks that meet every demand, each starting at a root and ending anywhere: the Chinese postman with
 * free returns to the start, by minimum-cost flow. The flow's cost is a lower bound for every other set of walks.
 */
export function shortestTours(nodes: number, roots: readonly number[], arcs: readonly Arc[]): Tours {
  const start = nodes;
  const network = new Network(nodes + 3);
  const [source, sink] = [nodes + 1, nodes + 2];
  const balance = new Int32Array(nodes + 1);
  const walked = arcs.map(({ from, to, demand }) => {
    balance[to] = (balance[to] ?? 0) + demand;
    balance[from] = (balance[from] ?? 0) - demand;
    return network.add(from, to, ENDLESS, STEP);
  });
  const begun = roots.map((root) => network.add(start, root, ENDLESS, 0));
  const ended = Array.from({ length: nodes }, (_, node) => network.add(node, start, ENDLESS, 1));
  for (const [node, amount] of balance.entries()) {
    if (amount > 0) network.add(source, node, amount, 0);
    if (amount < 0) network.add(node, sink, -amount, 0);
  }
  network.run(source, sink);

  const counts = arcs.map(({ demand }, index) => demand + network.flow(walked[index] ?? 0));
  const lowerBound = counts.reduce((sum, count) => sum + count, 0);
  const ways = begun.map((arc, index) => ({ to: roots[index] ?? 0, count: network.flow(arc) }));
  const ends = ended.map((arc) => network.flow(arc));
  connect(nodes, roots, arcs, counts, ways, ends);
  return { walks: euler(nodes, arcs, counts, ways, ends), lowerBound };
}

/** Rounds that the flow left lying apart from every root are reached by a way of their own. */
function connect(
  nodes: number,
  roots: readonly number[],
  arcs: readonly Arc[],
  counts: number[],
  ways: { to: number; count: number }[],
  ends: number[],
): void {
  const out = outgoing(nodes, arcs);
  const reach = (usable: (arc: number) => boolean, from: readonly number[]) => {
    const via = new Int32Array(nodes).fill(-1);
    const seen = new Set(from);
    const queue = [...from];
    for (let at = 0; at < queue.length; at += 1) {
      for (const arc of out[queue[at] ?? 0] ?? []) {
        const to = arcs[arc]?.to ?? 0;
        if (seen.has(to) || !usable(arc)) continue;
        seen.add(to);
        via[to] = arc;
        queue.push(to);
      }
    }
    return { seen, via };
  };
  const all = reach(() => true, roots);
  let used = reach(
    (arc) => (counts[arc] ?? 0) > 0,
    ways.filter(({ count }) => count > 0).map(({ to }) => to),
  );
  for (const [index, { from }] of arcs.entries()) {
    if ((counts[index] ?? 0) === 0 || used.seen.has(from) || !all.seen.has(from)) continue;
    let node = from;
    while ((all.via[node] ?? -1) >= 0) {
      const arc = all.via[node] ?? 0;
      counts[arc] = (counts[arc] ?? 0) + 1;
      node = arcs[arc]?.from ?? 0;
    }
    const way = ways.find(({ to }) => to === node);
    if (way) way.count += 1;
    ends[from] = (ends[from] ?? 0) + 1;
    used = reach(
      (arc) => (counts[arc] ?? 0) > 0,
      ways.filter(({ count }) => count > 0).map(({ to }) => to),
    );
  }
}

/** Strings the counted arcs together (Hierholzer), cut into walks where the start is passed. */
function euler(
  nodes: number,
  arcs: readonly Arc[],
  counts: number[],
  ways: { to: number; count: number }[],
  ends: number[],
): number[][] {
  const start = nodes;
  const none = -1;
  const out = outgoing(nodes, arcs);
  const next = new Int32Array(nodes + 1);
  // The stack holds nodes with the arc that led there; arcs before fresh starts, so walks stay long.
  const stack: { node: number; arc: number }[] = [{ node: start, arc: none }];
  const tour: { node: number; arc: number }[] = [];
  const step = (node: number): { node: number; arc: number } | undefined => {
    if (node === start) {
      const way = ways.find(({ count }) => count > 0);
      if (way === undefined) return undefined;
      way.count -= 1;
      return { node: way.to, arc: none };
    }
    const list = out[node] ?? [];
    for (let tried = 0; tried < list.length; tried += 1) {
      const place = ((next[node] ?? 0) + tried) % list.length;
      const arc = list[place] ?? 0;
      if ((counts[arc] ?? 0) > 0) {
        counts[arc] = (counts[arc] ?? 0) - 1;
        next[node] = place + 1;
        return { node: arcs[arc]?.to ?? 0, arc };
      }
    }
    if ((ends[node] ?? 0) > 0) {
      ends[node] = (ends[node] ?? 0) - 1;
      return { node: start, arc: none };
    }
    return undefined;
  };
  while (stack.length > 0) {
    const top = stack.at(-1);
    const taken = top && step(top.node);
    if (taken) stack.push(taken);
    else tour.push(...stack.splice(-1));
  }
  const walks: number[][] = [];
  let walk: number[] = [];
  for (const { node, arc } of tour.toReversed()) {
    if (arc !== none) walk.push(arc);
    if (node === start && walk.length > 0) {
      walks.push(walk);
      walk = [];
    }
  }
  if (walk.length > 0) walks.push(walk);
  return walks;
}

function outgoing(nodes: number, arcs: readonly Arc[]): number[][] {
  const out: number[][] = Array.from({ length: nodes }, () => []);
  for (const [index, { from }] of arcs.entries()) out[from]?.push(index);
  return out;
}

/** Minimum-cost flow by shortest distances and blocking flows (primal-dual). */
class Network {
  private readonly to: number[] = [];
  private readonly room: number[] = [];
  private readonly cost: number[] = [];
  private readonly out: number[][];

  constructor(nodes: number) {
    this.out = Array.from({ length: nodes }, () => []);
  }

  add(from: number, to: number, capacity: number, cost: number): number {
    const arc = this.to.length;
    this.to.push(to, from);
    this.room.push(capacity, 0);
    this.cost.push(cost, -cost);
    this.out[from]?.push(arc);
    this.out[to]?.push(arc + 1);
    return arc;
  }

  flow(arc: number): number {
    return this.room[arc + 1] ?? 0;
  }

  run(source: number, sink: number): void {
    for (;;) {
      const distance = this.distances(source);
      if (distance[sink] === Number.POSITIVE_INFINITY) return;
      const next = new Int32Array(this.out.length);
      const open = new Uint8Array(this.out.length);
      while (this.push(source, sink, ENDLESS, distance, next, open) > 0);
    }
  }

  private distances(source: number): Float64Array {
    const distance = new Float64Array(this.out.length).fill(Number.POSITIVE_INFINITY);
    const waits = new Uint8Array(this.out.length);
    distance[source] = 0;
    const queue = [source];
    for (let at = 0; at < queue.length; at += 1) {
      const node = queue[at] ?? 0;
      waits[node] = 0;
      for (const arc of this.out[node] ?? []) {
        if ((this.room[arc] ?? 0) <= 0) continue;
        const to = this.to[arc] ?? 0;
        const far = (distance[node] ?? 0) + (this.cost[arc] ?? 0);
        if (far >= (distance[to] ?? 0)) continue;
        distance[to] = far;
        if (waits[to] === 1) continue;
        waits[to] = 1;
        queue.push(to);
      }
    }
    return distance;
  }

  private push(
    node: number,
    sink: number,
    amount: number,
    distance: Float64Array,
    next: Int32Array,
    open: Uint8Array,
  ): number {
    if (node === sink) return amount;
    open[node] = 1;
    const arcs = this.out[node] ?? [];
    for (; (next[node] ?? 0) < arcs.length; next[node] = (next[node] ?? 0) + 1) {
      const arc = arcs[next[node] ?? 0] ?? 0;
      const to = this.to[arc] ?? 0;
      const room = this.room[arc] ?? 0;
      if (room <= 0 || open[to] === 1) continue;
      if ((distance[node] ?? 0) + (this.cost[arc] ?? 0) !== distance[to]) continue;
      const pushed = this.push(to, sink, Math.min(amount, room), distance, next, open);
      if (pushed === 0) continue;
      this.room[arc] = room - pushed;
      this.room[arc ^ 1] = (this.room[arc ^ 1] ?? 0) + pushed;
      open[node] = 0;
      return pushed;
    }
    open[node] = 0;
    return 0;
  }
}
