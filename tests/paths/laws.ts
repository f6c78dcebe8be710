// What is right for every flow, whatever its machine says: the same questions of each, from the survey of its contexts.
import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { toDraft } from '#engine/flow/draft.ts';
import type { FlowContext, FlowOutput, Refusal } from '#engine/flow/flow.ts';
import { isUncertain } from '#engine/flow/refusal.ts';
import { withoutSecrets } from '#engine/flow/secrets.ts';
import { screenOfSnapshot } from './generator/material.ts';
import { invokesOf } from './generator/move.ts';
import { lastReplied, stateOf, type Stand, type Survey, type SurveyStep } from './generator/survey.ts';
import type { LoadedFlow } from './load.ts';
import type { Asked, Problem } from './laws/asked.ts';
import { asksInFront, staleRefusals, untoldRefusals, wrongClose } from './laws/closing.ts';
import { idleMessages, wrongExamples, wrongManifest, wrongWords } from './laws/documents.ts';
import { wrongJobs } from './laws/jobs.ts';
import { strayRefusals } from './laws/refused-fields.ts';
import {
  misplacedFields,
  missingOptions,
  namelessEntities,
  oddBounds,
  unsaidBounds,
  silentEnds,
  unownedAnswers,
  wrongDrafts,
} from './laws/manifest.ts';
import { wrongBodies } from './laws/sent-by-manifest.ts';
import { wrongShown } from './laws/shown.ts';
import { wrongUploads } from './laws/uploads.ts';
import { wrongWatches } from './laws/watches.ts';
import { changedBySaving, leftOut, unreadEntities, wrongConflicts } from './laws/stored.ts';
import { requestsOf, type Requests } from './requests.ts';

export interface Broken {
  law: string;
  problem: string;
  /** The context that it shows in. */
  at?: Stand;
}

type Law = (asked: Asked) => Problem[];

/** Of the documents that developers write: a product owner may bound a field by any number. */
export const roundBounds = 'Bounds are round numbers';

/** By what each demands, in words. Those of documents alone come first: they need no survey. */
const laws: Readonly<Record<string, Law>> = {
  'Documents agree with their examples, their words and the manifest': (asked) => [
    ...wrongExamples(asked),
    ...wrongWords(asked),
    ...idleMessages(asked),
    ...wrongManifest(asked),
    ...wrongDrafts(asked),
    ...namelessEntities(asked),
    ...unsaidBounds(asked),
  ],
  [roundBounds]: oddBounds,
  'A secret is in no draft, and no field shows it': (asked) => [
    ...shownSecrets(asked),
    ...asked.found.stands.flatMap((at) => leaked(asked, at)),
  ],
  'Back leads to the step before this one, and Next to the one after it': (asked) =>
    asked.found.steps.flatMap((step) => wrongStep(asked, step)),
  'Every answer is sent, converted, and nothing else is': (asked) => [
    ...wrongBodies(asked),
    ...unsent(asked),
    ...leftOut(asked),
    ...unownedAnswers(asked),
    ...missingOptions(asked),
    ...misplacedFields(asked),
  ],
  'What is stored and left alone is sent as it is stored': (asked) => [
    ...unreadEntities(asked),
    ...changedBySaving(asked),
    ...wrongConflicts(asked),
  ],
  'A save ends as finished, a refusal does not end the flow, and Close ends it as closed': (asked) => [
    ...asked.found.steps.flatMap(wrongEnd),
    ...wrongClose(asked),
    ...silentEnds(asked),
  ],
  'A refusal keeps every answer, is told until the person goes on, and a corrected request has a new key': (asked) => [
    ...asked.found.steps.flatMap((step) => [...wrongRefusal(asked, step), ...wrongKey(step), ...secondPress(step)]),
    ...staleRefusals(asked),
    ...strayRefusals(asked),
    ...untoldRefusals(asked),
  ],
  'What is shown is declared, and drafts keep only what the flow says': wrongShown,
  'A job is attached to and never started twice, and is cancelled on the other end': wrongJobs,
  'An upload resumes where it stopped, pauses, and starts again for another file': wrongUploads,
  'A watch goes on until its state is left, and a reading that failed is told and tried again': wrongWatches,
};

export const lawCount = Object.keys(laws).length;

/** Every way in which the flow breaks a law, each told once, where it shows first. `survey` is made when a law asks for it. */
export function* brokenLaws(loaded: LoadedFlow, survey: () => Survey): Generator<Broken> {
  const told = new Set<string>();
  const asked = askedOf(loaded, survey);
  for (const [law, ask] of Object.entries(laws))
    for (const broken of ask(asked)) {
      if (told.has(law + broken.problem)) continue;
      told.add(law + broken.problem);
      yield { law, ...broken };
    }
}

function askedOf(loaded: LoadedFlow, survey: () => Survey): Asked {
  let requests: readonly Requests[] | undefined;
  return {
    ...loaded,
    get found() {
      return survey();
    },
    get requests() {
      return (requests ??= requestsOf(loaded, survey()));
    },
  };
}

function wrongStep({ flow, screens }: LoadedFlow, { before, move, transitions, after }: SurveyStep) {
  const here = screenOfSnapshot(before.snapshot);
  const there = screenOfSnapshot(after.snapshot);
  const isBack = move.kind === 'event' && move.type === 'back';
  const isNext = move.kind === 'submit' && move.screen === here;
  if (transitions.length === 0 || (!isBack && !isNext) || here === undefined) return [];
  const steps = flow.steps((isBack ? before : after).snapshot.context as FlowContext);
  const at = steps.indexOf(here);
  // Next may lead to a confirmation with a Back button, or to a request, before the next step: the law skips both.
  const isQuestion =
    (isNext && !steps.includes(there ?? '') && after.snapshot.can({ type: 'back' })) || asksInFront(flow, after);
  if (at < 0 || isQuestion || (isNext && (invokesOf(after.snapshot).length > 0 || there === undefined))) return [];
  const expected = steps[isBack ? at - 1 : at + 1];
  if (expected === there || (expected === undefined && isNext)) return [];
  const title = (id?: string) => (id === undefined ? 'nothing' : (screens[id]?.document.title ?? id));
  return [
    {
      problem: `${title(here)}: ${isBack ? 'Back' : 'Next'} leads to ${title(there)}, expected ${title(expected)}`,
      at: after,
    },
  ];
}

/** Answers without which the request would be the same. What repeats another field is asked and not sent. */
function unsent({ screens, known, requests: all }: Asked): Problem[] {
  const requests = all.filter(({ effect }) => !isQuery(effect));
  return requests.flatMap(({ effect, mode, answers }) =>
    [...answers].flatMap(([answer, isSent]) => {
      const [screen = '', pointer = ''] = [answer.slice(0, answer.indexOf('/')), answer.slice(answer.indexOf('/'))];
      const visits = [...subschemas(screens[screen]?.document.schema)].filter((visit) => visit.pointer === pointer);
      const repeats = visits.some(({ schema }) => 'sameAs' in schema);
      const isHidden =
        valueAt(screens[screen]?.document.ui, `${pointer.replaceAll('/*', '/items')}/ui:widget`) === 'hidden';
      if (isSent || repeats || isHidden || known.notSent?.[answer] !== undefined) return [];
      // Another call of the flow sends it: each step may have its own.
      if (sentBy(requests, answer).some((other) => other.mode === mode)) return [];
      const label = visits.map(({ schema }) => schema.title).find((title) => title !== undefined) ?? answer;
      return [{ problem: `${label} is asked and ${effect} in ${mode} never sends it (${answer})` }];
    }),
  );
}

function sentBy(requests: readonly Requests[], answer: string): Requests[] {
  return requests.filter(({ answers }) => answers.get(answer) === true);
}

function callOf(effect: string): Call | undefined {
  return (catalogue as Record<string, Call>)[effect];
}

function isQuery(effect: string): boolean {
  const call = callOf(effect);
  return call === undefined || call.method === 'GET' || call.changesNothing === true;
}

function wrongEnd({ move, transitions, after }: SurveyStep) {
  if (transitions.length === 0 || after.snapshot.status !== 'done') return [];
  const { outcome } = (after.snapshot.output ?? {}) as Partial<FlowOutput>;
  if (move.kind === 'done' && !isQuery(move.effect) && outcome !== 'finished')
    return [
      { problem: `${move.effect} succeeds, and the flow ends as ${String(outcome)}, expected finished`, at: after },
    ];
  if (move.kind === 'refuse')
    return [{ problem: `${move.effect} is refused, and the flow ends as ${String(outcome)}`, at: after }];
  return [];
}

function wrongRefusal({ flow, screens }: LoadedFlow, { before, move, event, after }: SurveyStep) {
  if (move.kind !== 'refuse' || after.snapshot.status !== 'active') return [];
  const [was, is] = [before.snapshot.context as FlowContext, after.snapshot.context as FlowContext];
  const { fields = {} } = event['error'] as Refusal;
  // A field that was not sent cannot be refused.
  const body = before.sent[move.effect]?.input.body;
  const field = Object.keys(fields).find((pointer) => valueAt(body, pointer) !== undefined);
  const asks = Object.entries(flow.needs).find(([, pointers]) => field !== undefined && pointers.includes(field))?.[0];
  const wrong: string[] = [];
  if (field !== undefined && asks !== undefined && flow.steps(was).includes(asks)) {
    const there = screenOfSnapshot(after.snapshot);
    const title = screens[asks]?.document.title ?? asks;
    if (there !== asks) wrong.push(`a refusal of ${field} leads to ${String(there)}, expected ${title}`);
    else if (is.refusal?.fields?.[field] === undefined) wrong.push(`a refusal of ${field} is not told at its field`);
    if (JSON.stringify(was.answers) !== JSON.stringify(is.answers)) wrong.push(`a refusal of ${field} loses answers`);
  }
  return wrong.map((problem) => ({ problem: `${move.effect}: ${problem}`, at: after }));
}

function wrongKey({ before, move, started, after }: SurveyStep) {
  const replied = move.kind === 'done' || move.kind === 'refuse' ? move.effect : lastReplied(before);
  return started.flatMap(({ effect, input }) => {
    const last = before.sent[effect];
    // A reply of another effect in between counts as well.
    if (last?.reply === undefined || input.key === undefined || 'done' in last.reply || replied !== effect) return [];
    const [same, uncertain] = [last.input.key === input.key, isUncertain(last.reply.refused)];
    const unchanged = JSON.stringify(last.input.body) === JSON.stringify(input.body);
    if (!same && uncertain && unchanged)
      return [{ problem: `${effect} is repeated after an uncertain reply with another key`, at: after }];
    return same && !uncertain
      ? [{ problem: `${effect} is sent again after a refusal with the same key`, at: after }]
      : [];
  });
}

function secondPress({ before, move, started, after }: SurveyStep) {
  if (move.kind === 'done' || move.kind === 'refuse' || before.snapshot.status !== 'active') return [];
  const busy = new Set(invokesOf(before.snapshot).map(({ effect }) => effect));
  return started
    .filter(({ effect }) => busy.has(effect) && !isQuery(effect))
    .map(({ effect }) => ({ problem: `${stateOf(before)}: a second press starts ${effect} again`, at: after }));
}

function leaked({ flow, screens }: LoadedFlow, at: Stand): { problem: string; at: Stand }[] {
  const context = at.snapshot.context as FlowContext;
  const draft = flow.drafts === 'none' ? undefined : JSON.stringify(toDraft(flow, screens, at.snapshot));
  const isOver = at.snapshot.status === 'active' && screenIsOver(at);
  return Object.entries(context.answers).flatMap(([id, data]) =>
    withoutSecrets(data, screens[id]?.secrets ?? []).removed.flatMap((pointer) => {
      const value = valueAt(data, pointer);
      const inDraft = typeof value === 'string' && value.length > 5 && draft?.includes(JSON.stringify(value)) === true;
      return [
        ...(inDraft ? [{ problem: `${stateOf(at)}: a draft holds ${id}${pointer}`, at }] : []),
        ...(isOver ? [{ problem: `${stateOf(at)}: the job is done and ${id}${pointer} is still held`, at }] : []),
      ];
    }),
  );
}

function screenIsOver({ snapshot }: Stand): boolean {
  return Object.values(snapshot.getMeta() as Record<string, { over?: boolean } | undefined>).some(
    (meta) => meta?.over === true,
  );
}

// A code is read from another device while it is typed, and works once.
// The content of a file is not shown.
const COVERED = new Set(['password', 'new-password', 'code', 'hidden', 'file']);
const PASSWORDS = new Set(['password', 'new-password']);

function shownSecrets({ screens }: LoadedFlow): { problem: string }[] {
  return Object.values(screens).flatMap(({ id, document, secrets }) => {
    const widgetAt = (pointer: string) => valueAt(document.ui, `${pointer.replaceAll('/*', '/items')}/ui:widget`);
    const shown = secrets.filter((pointer) => !COVERED.has(String(widgetAt(pointer))));
    const unmarked = [...subschemas(document.schema)].filter(
      ({ pointer, schema }) =>
        schema.type === 'string' && PASSWORDS.has(String(widgetAt(pointer))) && !secrets.includes(pointer),
    );
    return [
      ...shown.map((pointer) => ({
        problem: `${document.title}: the field ${pointer} shows a secret in clear (screen ${id})`,
      })),
      ...unmarked.map(({ pointer }) => ({
        problem: `${document.title}: the field ${pointer} is not marked as secret (screen ${id})`,
      })),
    ];
  });
}
