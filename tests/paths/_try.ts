import { loadFlow } from '/work/main/tests/paths/load.ts';
import { suiteFor, pairsOf, outcomesOf } from '/work/main/engine/paths/suite.ts';
for (const id of process.argv.slice(2)) {
  const { material } = await loadFlow(id);
  for (const pairs of [false, true]) {
  const t = performance.now();
  const suite = suiteFor(material, { pairs });
  const ms = performance.now() - t;
  const g = suite.graph;
  const edges = g.edges.flatMap((e,i)=>e.transitions.length?[i]:[]);
  const cov=(items)=>items.filter(i=>suite.covered.has(i)).length+'/'+items.length;
  console.log(id, {pairs, ms: Math.round(ms), nodes: g.nodes.length, edges: g.edges.length, cov: cov(edges.map(i=>'edge '+i)), static: cov(g.transitions.all.map(t=>t.id)), pairsCov: cov(pairsOf(g).map(([a,b])=>`pair ${a} ${b}`)), guards: cov(g.transitions.outcomes().map(o=>'guard '+o)), outcomes: cov(outcomesOf(material).map(o=>'outcome '+o)), paths: suite.paths.length, steps: suite.steps, lb: suite.lowerBound, inf: suite.infeasible.size, longest: Math.max(...suite.paths.map(p=>p.steps.length)) });
  if (!pairs) console.log(g.transitions.outcomes().filter(o=>!suite.covered.has('guard '+o)), edges.filter(i=>!suite.covered.has('edge '+i)).slice(0,5).map(i=>[g.nodes[g.edges[i].from].key,g.edges[i].transitions,suite.infeasible.get('edge '+i)]));
  }
}
