import { createActor } from 'xstate';
import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { withDefaults } from '#engine/compile/defaults.ts';
import { pointerOf, segmentsOf, valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import type { CompiledScreen, FieldError } from '#engine/document/document.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { propertyOf } from '#engine/flow/summary.ts';
import { leaves } from '../approved/values.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { holds, standingAnswers } from '../generator/standing.ts';
import type { LoadedFlow } from '../load.ts';
import { rigOf, settled, wrongCall } from '../rig.ts';

/** No flow has as many steps. */
const MOST_STEPS = 60;

/** Stored entities, as the read call of the flow replies with them, and stored drafts. */
export interface Stored {
  read: string;
  records: readonly unknown[];
  drafts: readonly unknown[];
}

/** What is wrong with each record and each draft, in their order; empty where nothing is. */
export interface BrokenStored {
  records: string[][];
  drafts: string[][];
}

/** What came of pressing the primary button of each step: what kept the record from being saved, or what would be saved. */
interface Saved {
  wrong: string[];
  body?: unknown;
}

interface Opened {
  records: Saved[];
  drafts: string[][];
}

/**
 * What opened and saved with the screens in use and no longer does, or would be saved without a value. One flow after the other: its custom
 * fields are those of the documents that it was loaded with last (`takeCustomFields`).
 */
export async function brokenStored(
  loadChanged: () => Promise<LoadedFlow>,
  loadInUse: () => Promise<LoadedFlow>,
  stored: Stored,
): Promise<BrokenStored> {
  const before = await openStored(await loadInUse(), stored);
  const after = await openStored(await loadChanged(), stored);
  return {
    records: after.records.map((saved, index) => {
      const was = before.records[index] ?? { wrong: [] };
      return [...without(saved.wrong, was.wrong), ...lostValues(was, saved)];
    }),
    drafts: after.drafts.map((wrong, index) => without(wrong, before.drafts[index] ?? [])),
  };
}

async function openStored(loaded: LoadedFlow, { read, records, drafts }: Stored): Promise<Opened> {
  const opened: Opened = { records: [], drafts: drafts.map((draft) => resumeDraft(loaded, draft)) };
  for (const record of records) opened.records.push(await saveUnchanged(loaded, read, record));
  return opened;
}

function without(wrong: readonly string[], before: readonly string[]): string[] {
  return wrong.filter((one) => !before.includes(one));
}

/** Values that were saved with the screens in use and are not with the changed ones. Rows may change their order. */
function lostValues(before: Saved, after: Saved): string[] {
  if (before.body === undefined || after.body === undefined) return [];
  const kept = valuesByPlace(after.body);
  return [...valuesByPlace(before.body)].flatMap(([place, values]) => {
    const rest = [...(kept.get(place) ?? [])];
    const lost = values.filter((value) => {
      const at = rest.indexOf(value);
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
    return lost.map((value) => `${place}: ${value} would be lost`);
  });
}

/** The values of a request, spelled, by pointer without indexes; without what is empty. */
function valuesByPlace(body: unknown): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [at, value] of leaves(body)) {
    const text = JSON.stringify(value);
    if (text === 'null' || text === '""' || text === '[]' || text === '{}') continue;
    const place = withoutIndexes(at);
    found.set(place, [...(found.get(place) ?? []), text]);
  }
  return found;
}

/** Opens a record and presses the primary button of each step, as a user does who changes nothing. Other effects succeed. */
async function saveUnchanged({ flow, screens, material }: LoadedFlow, read: string, record: unknown): Promise<Saved> {
  const input = material.inputs['EDIT'];
  if (input === undefined) return { wrong: [] };
  const rig = rigOf(flow, input);
  try {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await settled();
      const call = rig.calls.find(({ answered }) => !answered);
      if (call !== undefined && isSave(call.effect)) return { wrong: wrongCall(call), body: call.input.body };
      const snapshot = rig.snapshot();
      if (snapshot.status !== 'active') return { wrong: [] };
      if (call !== undefined) {
        call.done(call.effect === read ? structuredClone(record) : sampleOf(material, call.effect));
        continue;
      }
      const id = screenOfSnapshot(snapshot) ?? '';
      const screen = screens[id];
      if (screen === undefined) return { wrong: [] };
      const context = snapshot.context as FlowContext;
      const data = standingAnswers(screen, filled(screen, context.answers[id] ?? {}));
      const errors = screen.validate(data, { now: new Date(context.now) });
      if (errors.length > 0) return { wrong: errors.map((error) => inWords(screen, error)) };
      rig.send({ type: 'step.submitted', screen: id, data });
    }
    return { wrong: [] };
  } finally {
    rig.stop();
  }
}

function isSave(effect: string): boolean {
  return (catalogue as Record<string, Call>)[effect]?.revised !== undefined;
}

function sampleOf({ replies }: LoadedFlow['material'], effect: string): unknown {
  return Object.values(replies[effect] ?? {})[0] ?? {};
}

/** The form fills in what has a default. */
function filled({ document: { schema } }: CompiledScreen, answers: Answers): Answers {
  return schema === undefined ? answers : withDefaults(schema, answers, holds);
}

function inWords({ document: { schema, title, step } }: CompiledScreen, { pointer, message }: FieldError): string {
  const [name] = segmentsOf(pointer);
  const field = name === undefined ? undefined : propertyOf(schema, pointerOf([name]))?.title;
  return [step ?? title, field, message].filter(Boolean).join(': ');
}

/** Brings a draft back. Returns why it cannot be, and which of its answers are lost. */
function resumeDraft({ flow, screens }: LoadedFlow, draft: unknown): string[] {
  try {
    const { snapshot } = fromDraft(flow, screens, draft);
    const { answers } = (createActor(flow.machine, { snapshot, input: {} as never }).getSnapshot() as Resumed).context;
    const kept = new Map(leaves(answers));
    const lost = [...leaves(valueAt(draft, '/context/answers'))].filter(
      ([at, value]) => JSON.stringify(kept.get(at)) !== JSON.stringify(value),
    );
    return lost.map(([at]) => `The answer ${at} would be lost`);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

interface Resumed {
  context: FlowContext;
}
