// drafts.versions: drafts of each flow that keeps them, put down in every shape of context and brought back with every other version of
// its screens. Versions are seeded edits of the Studio, also such as the gate would refuse, as long as their documents are sound.
import { createActor } from 'xstate';
import { screenOf } from '#engine/compile/library.ts';
import { toDraft, type Draft } from '#engine/flow/draft.ts';
import { withGiven } from '#engine/flow/given.ts';
import type { Flow, FlowContext, Refusal } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { screenIn, stateAt } from '#engine/flow/state-nodes.ts';
import { statePath, type Screens } from '#engine/flow/view.ts';
import { createScreens } from '#server/screens/screens.ts';
import { judgeText } from '#server/studio/screen-text.ts';
import { evenly } from '../../paths/faults/fault.ts';
import { leaves } from '../../paths/approved/values.ts';
import { survey } from '../../paths/generator/survey.ts';
import { flowIds, loadFlow } from '../../paths/load.ts';
import type { Bench } from '../bench.ts';
import { breaking } from './breaking-edits.ts';
import { chosenEdits, type EditedScreen, type Kind } from './edit.ts';
import { editedScreens } from './edited-screens.ts';
import { harmless } from './harmless-edits.ts';

const SEED = 1;
/** Edits of each sort in each flow, and drafts of each flow. */
const EDITS = 6;
const DRAFTS = 80;
const LEAST = 1000;

const library = createScreens();

/** A flow's screens as built in, and with one edit each. */
function versionsOf(flow: string, screens: Screens, edited: readonly EditedScreen[]): Screens[] {
  const all = [breaking, harmless].flatMap((kinds) => {
    const count = Math.min(EDITS, waysOf(edited, kinds));
    return count === 0 ? [] : chosenEdits(edited, kinds, { count, seed: SEED });
  });
  const changed = all.flatMap(({ screen, text }) => {
    const { document } = judgeText(library, { flow, screen }, text);
    return document === undefined ? [] : [{ ...screens, [screen]: screenOf(flow, screen, document) }];
  });
  return [screens, ...changed];
}

function waysOf(edited: readonly EditedScreen[], kinds: Readonly<Record<string, Kind>>): number {
  return edited.reduce(
    (sum, screen) => sum + Object.values(kinds).reduce((ways, kind) => ways + kind(screen).length, 0),
    0,
  );
}

/** Resumes a draft with other screens. Returns its state and what is wrong, if anything. */
function resume(flow: Flow, screens: Screens, draft: Draft): { state: string; problem: string | undefined } {
  const { snapshot, notice } = fromDraft(flow, screens, draft);
  const { value, context } = createActor(flow.machine, { snapshot, input: {} as never }).getSnapshot();
  const state = statePath(value);
  return { state, problem: problemOf(flow, screens, draft, { state, resumed: context as FlowContext, notice }) };
}

function problemOf(
  flow: Flow,
  screens: Screens,
  draft: Draft,
  { state, resumed, notice }: { state: string; resumed: FlowContext; notice: Refusal | undefined },
): string | undefined {
  const kept = new Map(leaves(resumed.answers));
  for (const [at, held] of leaves(draft.context.answers)) {
    const now = kept.get(at);
    if (JSON.stringify(now) !== JSON.stringify(held))
      return `${at} was ${JSON.stringify(held)} and is ${JSON.stringify(now)}`;
  }
  if (state !== draft.state && notice === undefined) return `it is in ${state} and does not say why`;
  const steps = flow.steps(resumed);
  const node = stateAt(flow.machine, state);
  const here = steps.indexOf((node && screenIn(node)) ?? '');
  const before = steps.indexOf(screenIn(stateAt(flow.machine, draft.state) ?? flow.machine.root) ?? '');
  const first = steps.find((id) => doesNotHold(screens, draft, resumed, id));
  if (first === undefined) return undefined;
  if (notice === undefined) return `${first} does not hold any more, and nothing says so`;
  // The flow validates a later step when the user reaches it.
  if (here >= 0 && steps.indexOf(first) < here)
    return `it is in ${state}, after ${first}, which does not hold any more`;
  if (before >= 0 && here >= 0 && here > before) return `it went on from ${draft.state} to ${state}`;
  return undefined;
}

function doesNotHold(screens: Screens, draft: Draft, { now, answers, given }: FlowContext, id: string): boolean {
  const screen = screens[id];
  // After its save a flow forgets answers that hold secrets, and asks them no more.
  if (screen === undefined || answers[id] === undefined || !draft.context.passed.includes(id)) return false;
  if ((draft.lost[id] ?? []).length > 0) return true;
  if (draft.screenVersions[id] === screen.version) return false;
  return screen.validate(withGiven(screen, answers[id] ?? {}, given), { now: new Date(now) }).length > 0;
}

export const bench: Bench = {
  names: ['drafts.versions'],
  async run() {
    const edited = editedScreens(library);
    let drafts = 0;
    let resumed = 0;
    let moved = 0;
    const wrong: string[] = [];
    for (const id of flowIds()) {
      const { flow, screens, material } = await loadFlow(id);
      const own = edited.filter((screen) => screen.flow === id);
      if (flow.drafts === 'none' || own.length === 0) continue;
      const versions = versionsOf(id, screens, own);
      const kept = survey(material).stands.filter(({ snapshot }) => toDraft(flow, screens, snapshot) !== undefined);
      for (const { snapshot } of evenly(kept, DRAFTS)) {
        drafts += 1;
        for (const begun of versions) {
          const draft = toDraft(flow, begun, snapshot) as Draft;
          for (const now of versions) {
            if (now === begun) continue;
            resumed += 1;
            try {
              const { state, problem } = resume(flow, now, draft);
              if (problem !== undefined) wrong.push(`${id} in ${draft.state}: ${problem}`);
              if (state !== draft.state) moved += 1;
            } catch (error) {
              wrong.push(`${id} in ${draft.state} stops: ${error instanceof Error ? error.message : String(error)}`);
            }
          }
        }
      }
    }
    for (const one of new Set(wrong)) console.error(one);
    console.error(
      `${drafts} drafts, ${resumed} times brought back with another version, ${moved} times at an earlier step`,
    );
    return [
      {
        name: 'drafts.versions',
        value: wrong.length,
        unit: 'checks',
        goal: `0 of at least ${LEAST} drafts (${drafts}) brought back wrong`,
        holds: wrong.length === 0 && drafts >= LEAST,
      },
    ];
  },
};
