import { loadFlow } from '/work/main/tests/paths/load.ts';
import { boundariesOf } from '#engine/paths/boundaries.ts';
for (const id of process.argv.slice(2)) {
  const { material } = await loadFlow(id);
  for (const screen of Object.values(material.screens)) {
    if (!screen.document.schema) continue;
    const t = performance.now();
    const b = boundariesOf(screen, Object.values(material.answers[screen.id]), new Date());
    console.log(id, screen.id, b.length, 'in', b.filter(x=>x.inside).length, 'out', b.filter(x=>x.outside).length, Math.round(performance.now()-t));
    for (const x of b) if (!x.inside||!x.outside) console.log('   ', x.name, !!x.inside, !!x.outside, x.reason);
  }
}
import { boundaryPaths } from '#engine/paths/boundary-paths.ts';
import { suiteFor } from '#engine/paths/suite.ts';
import { Atlas } from '#engine/paths/path.ts';
for (const id of process.argv.slice(2)) {
  const { material } = await loadFlow(id);
  const suite = suiteFor(material);
  const t = performance.now();
  const plan = boundaryPaths(material, new Atlas(suite.graph));
  console.log(id, plan.total.length, plan.infeasible, plan.paths.map(p=>[p.id,p.steps.length]), Math.round(performance.now()-t));
}
