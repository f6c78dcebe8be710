// `npm run --silent bench -- [NAME…] --json`: runs the named figures (all by default; a prefix such as `forms.` selects several).
import { ensureBuilt } from '../../scripts/prepare.mjs';
import type { Bench, BenchResult } from './bench.ts';

const benches: Record<string, () => Promise<{ bench: Bench }>> = {
  'forms.keystroke.40 forms.keystroke.100': () => import('./forms.ts'),
  'machine.transition': () => import('./machine.ts'),
  'paths.generation paths.step.machine': () => import('./paths.ts'),
  'paths.step.dom': () => import('./paths-dom.ts'),
  'paths.step.browser': () => import('./paths-browser.ts'),
  'paths.faults paths.faults.machines paths.faults.screens': () => import('./paths-faults.ts'),
  'step.change page.first': () => import('./page.ts'),
  'scale.step scale.keystroke': () => import('./scale.ts'),
  'bundle.shell': () => import('./bundle.ts'),
  'start.first start.again': () => import('./start.ts'),
  'backup.pause backup.write backup.restore': () => import('./backup.ts'),
  'flow.size': () => import('./flow-size.ts'),
  'studio.gate': () => import('./studio/gate.ts'),
  'drafts.versions': () => import('./studio/drafts.ts'),
  'doors.keys': () => import('./doors-keys.ts'),
  'api.read': () => import('./api.ts'),
  'devices.list devices.list.page devices.list.filter devices.list.search devices.list.sort': () =>
    import('./devices.ts'),
  'policy.effective policy.effective.idle policy.effective.first': () => import('./policy-effective.ts'),
  'deletion deletion.plan deletion.undo deletion.purge deletion.kills': () => import('./deletion/deletion.ts'),
  'server.faults': () => import('./server-faults.ts'),
  'schedules.next schedules.wrong': () => import('./schedules.ts'),
  'upload.speed upload.memory upload.cuts': () => import('./upload/upload.ts'),
  'doors.freeze': () => import('./doors/freeze.ts'),
  'runs.live': () => import('./runs-live.ts'),
  'discovery.sweep': () => import('./discovery/sweep.ts'),
  'discovery.live': () => import('./discovery/live.ts'),
  'agents.capacity': () => import('./agents/capacity.ts'),
  'automations.fanout': () => import('./agents/fanout.ts'),
  'monitors.capacity': () => import('./monitors/capacity.ts'),
  'monitors.dashboard': () => import('./monitors/dashboard.ts'),
  'monitors.restart': () => import('./monitors/restart.ts'),
};

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const json = process.argv.includes('--json');
const isWanted = (name: string) =>
  wanted.length === 0 ||
  wanted.some((word) => name === word || name.startsWith(`${word}.`) || (word.endsWith('.') && name.startsWith(word)));

const known = Object.keys(benches).flatMap((names) => names.split(' '));
const unknown = wanted.filter((word) => !known.some((name) => name.startsWith(word)));
if (unknown.length > 0) {
  console.error(`No such figure: ${unknown.join(', ')}. There are: ${known.join(', ')}`);
  process.exit(2);
}

await ensureBuilt({ say: json ? () => undefined : console.log });
const results: BenchResult[] = [];
for (const [names, load] of Object.entries(benches)) {
  if (!names.split(' ').some(isWanted)) continue;
  const { bench } = await load();
  const measured = (await bench.run()).filter(
    ({ name }) => isWanted(name) || names.split(' ').some((each) => isWanted(each) && name.startsWith(`${each}.`)),
  );
  results.push(...measured);
  if (!json) {
    for (const result of measured) {
      const beside = result.baseline
        ? `, ${result.baseline.name} ${result.baseline.value} ${result.unit}${result.ratio === undefined ? '' : `, ratio ${result.ratio}`}`
        : '';
      console.log(
        `${result.holds ? 'holds ' : 'MISSED'} ${result.name} ${result.value} ${result.unit} (goal ${result.goal}${beside})`,
      );
    }
  }
}
if (json) console.log(JSON.stringify(Object.fromEntries(results.map(({ name, ...rest }) => [name, rest]))));
process.exit(results.every((result) => result.holds) ? 0 : 1);
