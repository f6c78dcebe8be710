// studio.gate: the server judges 200 edits that break a flow and 200 that do not, as it judges a publication, and the bench says how long
// a judgement takes. `CAIRN_BENCH_GATE=20` tries twenty of each.
import { noPathTests } from '#server/paths/path-tests.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { createScreens } from '#server/screens/screens.ts';
import { askPathsNow, type PathAnswers } from '#server/paths/path-thread.ts';
import { judgeText } from '#server/studio/screen-text.ts';
import { percentile, rounded, type Bench, type BenchResult } from '../bench.ts';
import { breaking } from './breaking-edits.ts';
import { chosenEdits, keyOf, type Edit } from './edit.ts';
import { editedScreens } from './edited-screens.ts';
import { harmless } from './harmless-edits.ts';

const EACH = 200;
const SEED = 1;
const MOST_REFUSED = 2;
const MOST_SECONDS = 10;
/** As many as the server judges at once. */
const LANES = 2;

interface Judged {
  key: string;
  /** The first problem, or the first broken path. */
  refused?: string;
  ms: number;
}

const screens = createScreens();

async function judge(edit: Edit): Promise<Judged> {
  const begun = performance.now();
  const { problems, document } = judgeText(screens, edit, edit.text);
  const broken = document === undefined ? [] : await askFor(edit.flow, { [edit.screen]: document });
  const [problem] = problems;
  const [path] = broken;
  const refused =
    problem !== undefined
      ? `line ${problem.line}: ${problem.message}`
      : path && `${path.problems[0] ?? ''} (${path.steps.join(' > ')})`;
  return { key: keyOf(edit), ...(refused !== undefined && { refused }), ms: performance.now() - begun };
}

function askFor(flow: string, documents: Readonly<Record<string, ScreenDocument>>): Promise<PathAnswers['judge']> {
  return askPathsNow({ kind: 'judge', flow, documents, ...noPathTests }, new AbortController().signal);
}

async function judgeAll(edits: readonly Edit[]): Promise<Judged[]> {
  const judged = new Map<Edit, Judged>();
  const queue = edits.values();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (const edit of queue) judged.set(edit, await judge(edit));
    }),
  );
  return edits.map((edit) => judged.get(edit) as Judged);
}

/** How many of each kind came out right, and each that did not. */
function tell(edits: readonly Edit[], judged: readonly Judged[], isRight: (one: Judged) => boolean): void {
  const kinds = new Map<string, [right: number, all: number]>();
  for (const [index, { kind }] of edits.entries()) {
    const [right, all] = kinds.get(kind) ?? [0, 0];
    kinds.set(kind, [right + Number(isRight(judged[index] as Judged)), all + 1]);
  }
  for (const [kind, [right, all]] of kinds) console.error(`${kind.padEnd(42)} ${right} of ${all}`);
  for (const one of judged)
    if (!isRight(one))
      console.error(
        `${one.refused === undefined ? 'accepted' : 'refused'}: ${one.key}${one.refused === undefined ? '' : `\n    ${one.refused}`}`,
      );
}

export const bench: Bench = {
  names: ['studio.gate'],
  async run() {
    const count = Number(process.env['CAIRN_BENCH_GATE'] ?? EACH);
    const known = editedScreens(screens);
    const isRefused = ({ refused }: Judged) => refused !== undefined;
    const isAccepted = (one: Judged) => !isRefused(one);
    const broken = chosenEdits(known, breaking, { count, seed: SEED });
    const kept = chosenEdits(known, harmless, { count, seed: SEED + 1 });
    // The first judgement of a server that runs from its sources bundles the program.
    await askFor('organization', {});
    const refused = await judgeAll(broken);
    tell(broken, refused, isRefused);
    const accepted = await judgeAll(kept);
    tell(kept, accepted, isAccepted);
    return [
      figure('studio.gate.breaking', refused.filter(isRefused).length, broken.length, 0),
      figure('studio.gate.harmless', accepted.filter(isAccepted).length, kept.length, MOST_REFUSED),
      time([...refused, ...accepted]),
    ];
  },
};

function figure(name: string, right: number, all: number, mostWrong: number): BenchResult {
  const goal = `>= ${all - mostWrong} of ${all} edits (${right} of ${all})`;
  return { name, value: rounded(right / all), unit: 'ratio', goal, holds: right >= all - mostWrong };
}

function time(judged: readonly Judged[]): BenchResult {
  const value = rounded(
    percentile(
      judged.map(({ ms }) => ms / 1000),
      0.95,
    ),
    1,
  );
  return { name: 'studio.gate.p95', value, unit: 's', goal: `<= ${MOST_SECONDS} s`, holds: value <= MOST_SECONDS };
}
