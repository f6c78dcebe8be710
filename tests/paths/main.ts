// Walks the generated paths, or writes what the flows do now as what is approved.
// In the browser tier each transition is taken once, and each two that follow each other once; `--classes` takes them from
// every class of context, as the other tiers do.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { approveFlows, walkFlows } from './command.ts';
import { inSimulatedPage } from './dom/in-simulated-page.ts';
import type { Walked } from './walk-request.ts';
import { writePage } from './report/write-report.ts';
import type { RunFlowOptions } from './run-flow.ts';

const usage = `npm run --silent paths -- [--flow ID] [--tier machine|dom|browser] [--criteria a,b] [--seed N] [--path ID]
                             [--json] [--html FOLDER] [--junit FILE] [--classes]
npm run paths -- --approve [--flow ID]

docs/read-the-path-report.md says what each is for.`;

const values = readArguments();

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/** Prints the usage and exits for `--help` (code 0) and for an unknown option (code 2). */
function readArguments() {
  try {
    const { values: given } = parseArgs({
      options: {
        flow: { type: 'string', multiple: true },
        tier: { type: 'string', default: 'machine' },
        criteria: { type: 'string' },
        seed: { type: 'string', default: '1' },
        path: { type: 'string' },
        json: { type: 'boolean', default: false },
        html: { type: 'string' },
        junit: { type: 'string' },
        classes: { type: 'boolean', default: false },
        approve: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (!given.help) return given;
    console.log(usage);
    return process.exit(0);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return process.exit(2);
  }
}

async function main(): Promise<number> {
  if (values.approve) {
    await approveFlows(values, console.log);
    return 0;
  }
  const { code, data, junit } = await walked();
  if (values.html !== undefined) await writePage(values.html, data);
  if (values.junit !== undefined) {
    mkdirSync(dirname(values.junit), { recursive: true });
    writeFileSync(values.junit, junit);
  }
  return code;
}

async function walked(): Promise<Walked> {
  const { tier } = values;
  switch (tier) {
    case 'machine':
      return walkFlows({ ...values, tier }, async () => ({}), console.log);
    case 'dom': {
      const walked = inSimulatedPage({ ...values, tier });
      console.log(walked.text);
      return walked;
    }
    case 'browser': {
      await using product = await inBuiltProduct();
      return await walkFlows({ ...values, tier }, async () => product.options, console.log);
    }
    default:
      throw new Error(`There is no tier "${tier}". There are: machine, dom, browser`);
  }
}

/** The product is built if need be, and a browser opened; both end with the scope that holds this. */
async function inBuiltProduct(): Promise<AsyncDisposable & { options: Pick<RunFlowOptions, 'tier' | 'begin'> }> {
  const [{ ensureBuilt }, { Stage }, { inBrowser }] = await Promise.all([
    import('../../scripts/prepare.mjs'),
    import('./browser/stage.ts'),
    import('./browser/browser-tier.ts'),
  ]);
  await ensureBuilt({ say: (line: string) => console.error(line) });
  const stage = await Stage.begin();
  const { html: pictures, classes } = values;
  const options = inBrowser(stage, { pictures, classes });
  return { options, [Symbol.asyncDispose]: () => stage.end() };
}
