// `npm run --silent faults -- --rounds N --json`
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { runFaults } from './run.ts';

const at = process.argv.indexOf('--rounds');
const rounds = at < 0 ? 20 : Number(process.argv[at + 1]);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds takes a whole number from 1');
  process.exit(2);
}
const json = process.argv.includes('--json');
await ensureBuilt({ say: json ? () => undefined : console.log });
const report = await runFaults(rounds, json ? undefined : console.log);
console.log(
  json
    ? JSON.stringify(report)
    : `${report.rounds} rounds: ${report.acknowledged} acknowledged, ${report.lost} lost, ${report.duplicated} duplicated, ready again after at most ${report.worstReadyMs} ms`,
);
process.exit(report.lost === 0 && report.duplicated === 0 && report.acknowledged > 0 ? 0 : 1);
