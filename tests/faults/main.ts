// `npm run --silent faults -- --rounds N --only writes|reach-out --json`
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { runReachOutFaults } from './reach-out.ts';
import { runFaults } from './run.ts';

const valueOf = (name: string) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const given = valueOf('--rounds');
if (given !== undefined && !/^[1-9]\d*$/.test(given)) {
  console.error('--rounds takes a whole number from 1');
  process.exit(2);
}
const only = valueOf('--only');
if (only !== undefined && only !== 'writes' && only !== 'reach-out') {
  console.error('--only takes writes or reach-out');
  process.exit(2);
}
const json = process.argv.includes('--json');
const say = json ? undefined : console.log;
await ensureBuilt({ say: json ? () => undefined : console.log });

const writes = only === 'reach-out' ? undefined : await runFaults(Number(given ?? 20), say);
const reachOut = only === 'writes' ? undefined : await runReachOutFaults(Number(given ?? 12), say);
if (json) console.log(JSON.stringify({ ...writes, ...(reachOut && { reachOut }) }));
else {
  if (writes)
    console.log(
      `${writes.rounds} rounds: ${writes.acknowledged} acknowledged, ${writes.lost} lost, ${writes.duplicated} duplicated, ready again after at most ${writes.worstReadyMs} ms`,
    );
  if (reachOut) {
    const { results, resultsLost, resultsDoubled, discoveries, interrupted } = reachOut;
    console.log(
      `${reachOut.rounds} rounds: ${results} results of ${discoveries} discoveries and ${interrupted} interrupted ones, ${resultsLost} lost, ${resultsDoubled} doubled; ` +
        `${reachOut.devices} devices, ${reachOut.devicesMissing} missing, ${reachOut.devicesDoubled} added twice; ` +
        `${reachOut.computers} computers, ${reachOut.computersMissing} missing, ${reachOut.computersDoubled} added twice`,
    );
  }
}
const holds =
  (!writes || (writes.lost === 0 && writes.duplicated === 0 && writes.acknowledged > 0)) &&
  (!reachOut ||
    (reachOut.results > 0 &&
      reachOut.devices > 0 &&
      [
        reachOut.resultsLost,
        reachOut.resultsDoubled,
        reachOut.devicesMissing,
        reachOut.devicesDoubled,
        reachOut.computersMissing,
        reachOut.computersDoubled,
      ].every((count) => count === 0)));
process.exit(holds ? 0 : 1);
