// What a flow's requests are made of: one answer is changed, and the request is made again.
import type { CompiledScreen } from '#engine/document/document.ts';
import { segmentsOf, valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import { withGiven } from '#engine/flow/given.ts';
import type { Answers, EffectInput, FlowContext, Mode } from '#engine/flow/flow.ts';
import { changed } from '#engine/cases/boundaries.ts';
import { standingAnswers } from './generator/standing.ts';
import type { Started, Survey, SurveyStep } from './generator/survey.ts';
import { takeEvent } from './generator/take-event.ts';
import { fieldSchema } from './field-schemas.ts';
import type { LoadedFlow } from './load.ts';
import { leaves } from './approved/values.ts';

/** One request as it was seen, or as it would be with other answers. */
export interface RequestSeen {
  input: EffectInput;
  /** The context that it was made in. */
  context: FlowContext;
}

/** Every request of one effect in one mode. */
export interface Requests {
  effect: string;
  mode: Mode;
  seen: RequestSeen[];
  /** The answers, `details/name`, that change what is sent at a place, `/body/name`. */
  madeOf: Map<string, Set<string>>;
  /** Each answer that was changed, and whether the request changed with it. */
  answers: Map<string, boolean>;
  /** Requests with and without an answer that a person may leave out. */
  emptied: { answer: string; before: RequestSeen; after: RequestSeen }[];
}

const surveyed = new WeakMap<Survey, Requests[]>();

/** The requests that the survey saw, with those of all answers in the place of those that stood there. */
export function requestsOf(loaded: LoadedFlow, survey: Survey): Requests[] {
  const known = surveyed.get(survey) ?? findRequests(loaded, survey);
  surveyed.set(survey, known);
  return known;
}

function findRequests(loaded: LoadedFlow, { openings, steps }: Survey): Requests[] {
  const all = new Map<string, Requests>();
  const tried = new Set<string>();
  const into = (effect: string, mode: Mode) => {
    const key = `${effect} in ${mode}`;
    const held: Requests = all.get(key) ?? {
      effect,
      mode,
      seen: [],
      madeOf: new Map(),
      answers: new Map(),
      emptied: [],
    };
    all.set(key, held);
    return held;
  };
  const note = ({ effect, input }: Started, context: FlowContext) =>
    into(effect, context.mode).seen.push({ input, context });
  for (const { stand, started } of openings)
    for (const one of started) note(one, stand.snapshot.context as FlowContext);
  for (const step of steps) {
    for (const one of step.started) {
      const context = step.after.snapshot.context as FlowContext;
      note(one, context);
      if (one.input.body !== undefined) vary(loaded, step, one.effect, tried, into(one.effect, context.mode));
    }
  }
  return [...all.values()];
}

/** Gives each of the flow's steps each of its answers, changes one at a time, and notes what the request makes of it. */
function vary(loaded: LoadedFlow, step: SurveyStep, effect: string, tried: Set<string>, into: Requests): void {
  const { flow, screens, material } = loaded;
  const context = step.after.snapshot.context as FlowContext;
  for (const screen of flow.steps(context)) {
    const compiled = screens[screen];
    if (compiled === undefined) continue;
    const standing = context.answers[screen];
    for (const given of [
      ...(standing === undefined ? [] : [standing]),
      ...Object.values(material.answers[screen] ?? {}),
    ]) {
      const data = standingAnswers(compiled, withGiven(compiled, given, context.given));
      const places = [...leaves(data)].map(([pointer]) => pointer).filter((pointer) => !isGiven(compiled, pointer));
      const key = JSON.stringify([into.effect, into.mode, flow.steps(context), screen, places.map(withoutIndexes)]);
      if (tried.has(key)) continue;
      const before = requestWith(loaded, step, effect, screen, data);
      if (before === undefined) continue;
      into.seen.push(before);
      let tells = places.length === 0;
      for (const pointer of places) {
        const value = valueAt(data, pointer);
        const { labels } = fieldSchema(compiled.document, pointer);
        const without = changed(data, segmentsOf(pointer), undefined) as Answers;
        if (
          typeof value === 'string' &&
          labels.size === 0 &&
          segmentsOf(pointer).length === 1 &&
          isRight(compiled, without, context)
        ) {
          const after = requestWith(loaded, step, effect, screen, without);
          const answer = `${screen}${withoutIndexes(pointer)}`;
          if (after !== undefined) into.emptied.push({ answer, before, after });
        }
        // What an empty list of things or no answer at all could be otherwise is told by the other answers.
        if (pointer === '' || (typeof value === 'object' && value !== null && labels.size === 0)) continue;
        const other = otherThan(value, labels);
        const next = Array.isArray(value) ? [other] : other;
        const after = requestWith(loaded, step, effect, screen, changed(data, segmentsOf(pointer), next) as Answers);
        if (after === undefined) continue;
        const answer = `${screen}${withoutIndexes(pointer)}`;
        const at = differing(before.input, after.input);
        tells ||= at.length > 0;
        into.answers.set(answer, at.length > 0 || into.answers.get(answer) === true);
        for (const place of at) into.madeOf.set(place, (into.madeOf.get(place) ?? new Set()).add(answer));
      }
      // Another press may send the same effect with these answers, as a code in place of a security key.
      if (tells) tried.add(key);
    }
  }
}

/** What the flow was given no person answers. */
function isGiven({ document: { given = [] } }: CompiledScreen, pointer: string): boolean {
  return given.includes(segmentsOf(pointer)[0] ?? '');
}

function isRight(screen: CompiledScreen, data: Answers, { now, mode }: FlowContext): boolean {
  const isLocked = (screen.document.locked?.[mode] ?? []).length > 0;
  return !isLocked && screen.validate(data, { now: new Date(now) }).length === 0;
}

/** The request that the step would make with these answers of a screen; `undefined` when it would make none. */
function requestWith(
  { flow }: LoadedFlow,
  { before, event }: SurveyStep,
  effect: string,
  screen: string,
  data: Answers,
): RequestSeen | undefined {
  const context = before.snapshot.context as FlowContext;
  const answers = { ...context.answers, [screen]: data };
  const snapshot = flow.machine.resolveState({
    value: before.snapshot.value as never,
    context: { ...context, answers } as never,
  });
  const brings = event['screen'] === screen && 'data' in event;
  try {
    const { next: after, actions } = takeEvent(flow.machine, snapshot, brings ? { ...event, data } : event);
    const started = actions.find(
      ({ type, params }) => type === 'xstate.spawnChild' && (params as { src: unknown }).src === effect,
    );
    if (started === undefined || after.status === 'error') return undefined;
    return { input: (started.params as { input: EffectInput }).input, context: after.context as FlowContext };
  } catch {
    // A value that no form lets through may be none that the machine can work with.
    return undefined;
  }
}

function otherThan(value: unknown, options: ReadonlyMap<unknown, string>): unknown {
  const other = [...options.keys()].find((one) => one !== value);
  if (other !== undefined) return other;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}~` : 'something';
}

/** A new key is no other request. */
function differing({ key: _key, ...one }: EffectInput, { key: _other, ...other }: EffectInput): string[] {
  const [before, after] = [new Map(leaves(one)), new Map(leaves(other))];
  const places = [...new Set([...before.keys(), ...after.keys()])];
  return places
    .filter((place) => JSON.stringify(before.get(place)) !== JSON.stringify(after.get(place)))
    .map((place) => withoutIndexes(place));
}
