// `npm run clauses [-- --check] [--json]`: writes docs/clauses.md, or says what is wrong with it. Exit 1 when something is.
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { citations } from './citations.ts';
import { readClauses, readReasons } from './clauses.ts';
import { clausesPage, coverageOf } from './table.ts';

const { values } = parseArgs({
  options: { check: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});

const page = new URL('../../docs/clauses.md', import.meta.url);
const coverage = coverageOf(readClauses(), citations(), readReasons());
const text = clausesPage(coverage);
if (!values.check) writeFileSync(page, text);
else if (readFileSync(page, 'utf8') !== text) {
  coverage.wrong.push('docs/clauses.md is not what the tests say now: run `npm run clauses`');
}
if (values.json) console.log(JSON.stringify(coverage));
else {
  const shown = coverage.clauses.filter(({ tests }) => tests.length > 0).length;
  console.log(`${shown} of ${coverage.clauses.length} clauses are shown by tests; why not is said of each other.`);
  for (const one of coverage.clauses) if (one.reason) console.log(`  ${one.id} ${one.text}: ${one.reason}`);
}
for (const problem of coverage.wrong) console.error(problem);
process.exitCode = coverage.wrong.length > 0 ? 1 : 0;
