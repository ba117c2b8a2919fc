import type { Import } from './imports.ts';

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** One line for each group of files that import each other, type-only imports included. */
export function findImportCycles(imports: readonly Import[]): readonly string[] {
  const graph = toGraph(imports);
  const reported = new Set<string>();
  const cycles: string[] = [];
  for (const file of [...graph.keys()].sort()) {
    if (reported.has(file)) continue;
    const cycle = shortestWayBack(graph, file);
    if (cycle === null) continue;
    for (const member of cycle) reported.add(member);
    cycles.push([...cycle, file].join(' → '));
  }
  return cycles;
}

function toGraph(imports: readonly Import[]): Graph {
  const graph = new Map<string, Set<string>>();
  for (const { from, target } of imports) {
    if (target === null) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets.add(target));
  }
  return graph;
}

/** Breadth first, so that the reported cycle is the shortest one through `start`. */
function shortestWayBack(graph: Graph, start: string): readonly string[] | null {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const next of graph.get(way.at(-1) ?? start) ?? []) {
      if (next === start) return way;
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return null;
}
