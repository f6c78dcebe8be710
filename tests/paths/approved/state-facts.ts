import type { FlowContext } from '#engine/flow/flow.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import { toDraft } from '#engine/flow/draft.ts';
import { viewOf } from '#engine/flow/view.ts';
import { screenOfSnapshot } from '../generator/material.ts';
import { stateOf, type Stand, type Survey, type SurveyStep } from '../generator/survey.ts';
import type { LoadedFlow } from '../load.ts';
import { seenIn } from '../seen.ts';
import { consequencesOf } from './consequences.ts';
import { compact, groupBy, tally, tallyTopics, type Fact, type Facts } from './facts.ts';
import { leaves, spelled } from './values.ts';

/** What each state shows, keeps and does with each event. */
export function stateFacts(loaded: LoadedFlow, { stands, steps, openings }: Survey): Facts {
  const name = stateNames(loaded, [...stands, ...steps.map(({ after }) => after)]);
  const everywhere = groupBy([...stands, ...steps.map(({ after }) => after)], stateOf);
  const bySource = groupBy(steps, ({ before }) => stateOf(before));
  const facts = [...everywhere].map(([state, found]): [string, Facts] => [
    state,
    compact({ ...shownIn(loaded, found), ...events(loaded, bySource.get(state) ?? [], name) }),
  ]);
  const opened = openings.map(({ stand }): [string, string] => [stand.input, name(stateOf(stand))]);
  return {
    opened: Object.fromEntries(opened),
    ...Object.fromEntries(facts.sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
}

/** States as people name them: by their heading, and by their own name as well where several have it. */
function stateNames(loaded: LoadedFlow, stands: readonly Stand[]): (state: string) => string {
  const headings = new Map<string, string>();
  for (const stand of stands) {
    const screen = screenOfSnapshot(stand.snapshot);
    const title = screen === undefined ? undefined : loaded.screens[screen]?.document.title;
    if (title !== undefined && !headings.has(stateOf(stand))) headings.set(stateOf(stand), title);
  }
  const titles = [...headings.values()];
  return (state) => {
    const heading = headings.get(state);
    if (heading === undefined) return state;
    return titles.filter((title) => title === heading).length === 1 ? heading : `${heading} (${state})`;
  };
}

function shownIn(loaded: LoadedFlow, stands: readonly Stand[]): Record<string, Fact | undefined> {
  const { flow, screens } = loaded;
  const ended = stands.filter(({ snapshot }) => snapshot.status !== 'active');
  const broken = ended.filter(({ snapshot }) => snapshot.status === 'error');
  if (broken.length > 0) return { breaks: spelled(String(broken[0]?.snapshot.error)) };
  if (ended.length > 0) return { ends: tally(ended.map(({ snapshot }) => endWords(snapshot.output))) };
  if (stands.some(({ snapshot }) => screenOfSnapshot(snapshot) === undefined)) return { shows: 'no screen' };
  const views = stands.map(({ snapshot }) => ({ snapshot, view: viewOf(flow, screens, snapshot) }));
  const seen = views.map(({ snapshot, view }) =>
    seenIn(flow, screens, view, new Date((snapshot.context as FlowContext).now)),
  );
  return {
    screen: [...new Set(seen.map(({ screen }) => screen))].join(' or '),
    heading: [...new Set(seen.map(({ heading }) => heading))].map((one) => spelled(one)).join(' or '),
    works: views.some(({ view }) => view.busy) ? 'an effect is under way' : undefined,
    over: views.some(({ view }) => view.over === true) ? 'the job is done' : undefined,
    buttons: tally(seen.map(({ buttons }) => buttons)),
    locked: tally(views.map(({ view }) => view.locked)),
    'fills in': tally(views.map(({ view }) => Object.keys(view.words).map((word) => `{${word}}`))),
    'has at hand': tally(views.map(({ view }) => Object.keys(view.shown))),
    'draft keeps': tally(stands.map((stand) => keptOf(loaded, stand))),
  };
}

function endWords(output: unknown): string[] {
  const { outcome, ...others } = (output ?? { outcome: 'nothing' }) as Record<string, unknown>;
  return [
    `as ${String(outcome)}`,
    ...Object.entries(others).flatMap(([name, value]) => {
      if (value === undefined) return [];
      if (name === 'words') return Object.keys(value as object).map((word) => `with the word {${word}}`);
      return [name === 'reply' ? 'with a reply' : `${name}: ${spelled(value)}`];
    }),
  ];
}

function keptOf({ flow, screens }: LoadedFlow, { snapshot }: Stand): string[] {
  const draft = toDraft(flow, screens, snapshot);
  if (draft === undefined) return [];
  const { answers, shown } = draft.context;
  return [
    ...Object.keys(answers).map((screen) => `answers of ${screen}`),
    ...Object.keys(shown).map((key) => `${key}, as it was shown`),
    ...Object.entries(draft.lost).flatMap(([screen, lost]) => lost.map((pointer) => `not ${screen}${pointer}`)),
  ];
}

/** What each event does: where it leads, what changes with it, and which call it starts. */
function events(loaded: LoadedFlow, steps: readonly SurveyStep[], name: (state: string) => string): Facts {
  const facts: Record<string, Fact | undefined> = {};
  for (const [words, same] of groupBy(steps, (step) => moveWords(loaded, step))) {
    if (same.every(({ transitions }) => transitions.length === 0) && !isOffered(same)) continue;
    facts[`${words} leads to`] = targets(loaded, same, name);
    const taken = same.filter(({ transitions }) => transitions.length > 0);
    for (const [target, some] of groupBy(taken, ({ after }) => name(stateOf(after)))) {
      const also = tallyTopics(some.map((step) => consequencesOf(step)));
      const one = new Set(taken.map(({ after }) => stateOf(after))).size === 1;
      facts[one ? `${words} also` : `${words} to ${target} also`] = also;
    }
  }
  return compact(Object.fromEntries(Object.entries(facts).sort(([a], [b]) => a.localeCompare(b, 'en'))));
}

// The stepper stands there even where it leads nowhere yet.
function isOffered(steps: readonly SurveyStep[]): boolean {
  return steps.some(({ move }) => move.kind === 'choose');
}

// Of the refusals that every call may end with: they lead the same way mostly, and are told as one.
function refusalWords({ flow, material }: LoadedFlow, effect: string, name: string): string {
  const code = material.refusals[effect]?.[name]?.code ?? '';
  if (name.includes(' ') || (flow.effects[effect]?.errors ?? []).includes(code)) return `refused (${name})`;
  return isUncertain(code) ? 'fails' : 'refused';
}

const EVENTS: Record<string, string> = { back: 'Back', closed: 'Close', retried: 'Retry', confirmed: 'Confirmed' };

function moveWords(loaded: LoadedFlow, { before, move, event }: SurveyStep): string {
  switch (move.kind) {
    case 'submit':
    case 'change': {
      const here = event['screen'] === screenOfSnapshot(before.snapshot);
      const kind = move.kind === 'submit' ? 'Submit' : 'Change';
      return here ? kind : `${kind} of another step, late,`;
    }
    case 'choose':
      return `Stepper to ${loaded.screens[move.screen]?.document.title ?? move.screen}`;
    case 'event':
      return EVENTS[move.type] ?? `"${move.type}"`;
    case 'progress':
      return `${move.effect} progress`;
    case 'changed':
      return `${move.effect} reads${move.reply === '' ? '' : ` (${move.reply})`}`;
    case 'retry':
      return `${move.effect} retries after ${refusalWords(loaded, move.effect, move.refusal)}`;
    case 'done':
      return `${move.effect} done${move.reply === '' ? '' : ` (${move.reply})`}`;
    case 'refuse':
      return `${move.effect} ${refusalWords(loaded, move.effect, move.refusal)}`;
    default:
      throw new Error(`a move of kind ${JSON.stringify(move satisfies never)} has no words`);
  }
}

type Telling = (step: SurveyStep) => string;

/** Where the steps lead: one name, or by what tells the contexts apart, as coarse as it can be told. */
function targets(loaded: LoadedFlow, steps: readonly SurveyStep[], name: (state: string) => string): Fact {
  const target: Telling = (step) => (step.transitions.length === 0 ? 'nothing' : name(stateOf(step.after)));
  const mode: Telling = ({ before }) => (before.snapshot.context as FlowContext).mode;
  const input: Telling = ({ before }) => `opened as ${before.input}`;
  // Which steps there are follows from the answers that come with the event.
  const stepper: Telling = ({ before, move, after }) =>
    `steps ${loaded.flow.steps(('data' in move ? after : before).snapshot.context as FlowContext).join(', ')}`;
  const data: Telling = ({ move }) => ('data' in move ? `answers "${move.data}"` : '');
  const code: Telling = ({ move }) => ('refusal' in move ? move.refusal : '');
  const passed: Telling = ({ before, move }) => (move.kind === 'choose' ? openBefore(loaded, before, move.screen) : '');
  const both =
    (...tellings: Telling[]): Telling =>
    (step) =>
      tellings
        .map((tell) => tell(step))
        .filter(Boolean)
        .join(', ');
  const ways = [
    () => '',
    mode,
    passed,
    code,
    stepper,
    input,
    data,
    both(mode, stepper),
    both(input, stepper),
    both(stepper, data),
    ...heldTellings(steps),
  ];
  const tells = ways.find((tell) =>
    [...groupBy(steps, tell).values()].every((same) => new Set(same.map(target)).size === 1),
  );
  if (tells === ways[0]) return steps[0] === undefined ? '' : target(steps[0]);
  const groups = [...groupBy(steps, tells ?? both(mode, stepper))].map(([words, same]): [string, string] => [
    words,
    [...new Set(same.map(target))].sort().join(' or '),
  ]);
  return Object.fromEntries(groups.sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** A pointer with more values identifies single records instead of a condition. */
const VALUES = 4;
const POINTERS = 40;

/** Tell steps apart by one or two values of the context before them: for guards that depend on a reply. */
function heldTellings(steps: readonly SurveyStep[]): Telling[] {
  const held = new Map(
    steps.map((step) => {
      const { answers, shown } = step.before.snapshot.context as FlowContext;
      return [step, new Map([...leaves({ answers, shown })].map(([pointer, value]) => [pointer, spelled(value)]))];
    }),
  );
  const valueAt = (step: SurveyStep, pointer: string) => held.get(step)?.get(pointer) ?? 'not given';
  const pointers = [...new Set([...held.values()].flatMap((values) => [...values.keys()]))].sort();
  const counted = pointers.map((pointer) => ({
    pointer,
    count: new Set(steps.map((step) => valueAt(step, pointer))).size,
  }));
  const few = counted
    .filter(({ count }) => count > 1 && count <= VALUES)
    .sort((a, b) => a.count - b.count)
    .slice(0, POINTERS)
    .map(({ pointer }) => pointer);
  const tell =
    (...at: string[]): Telling =>
    (step) =>
      at.map((pointer) => `${pointer.slice(1)} is ${valueAt(step, pointer)}`).join(', ');
  return [
    ...few.map((pointer) => tell(pointer)),
    ...few.flatMap((one, index) => few.slice(index + 1).map((other) => tell(one, other))),
  ];
}

function openBefore({ flow }: LoadedFlow, { snapshot }: Stand, screen: string): string {
  const context = snapshot.context as FlowContext;
  const steps = flow.steps(context);
  if (!steps.includes(screen)) return 'no step of these answers';
  const open = steps.slice(0, steps.indexOf(screen)).some((one) => !context.passed.includes(one));
  return open ? 'a step before it is open' : 'all before it are done';
}
