// What a manifest has to say of the flow that it describes.
import { catalogue } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { fieldSchema } from '../field-schemas.ts';
import type { Asked, Problem } from './asked.ts';

const calls = catalogue as Record<string, Call>;

/** A refusal of a field leads to the step that owns it, so each answer that is sent has an owner. */
export function unownedAnswers({ flow, screens, requests }: Asked): Problem[] {
  // A machine with requests of its own may have owners of its own as well.
  if (flow.sends === undefined) return [];
  // The machine leads a refusal of a custom field to the screen that asks it.
  const custom = Object.values(flow.sends).flatMap((call) =>
    typeof call === 'object' && 'customFields' in call ? (call.customFields ?? []).map(({ answer }) => answer) : [],
  );
  const owned = new Set([
    ...custom.map((answer) => answer.slice(1)),
    ...Object.entries(flow.needs).flatMap(([screen, pointers]) =>
      pointers.map((pointer) => `${screen}/${pointer.split('/')[1] ?? ''}`),
    ),
  ]);
  const sent = requests
    .filter(({ effect }) => calls[effect]?.method !== 'GET' && calls[effect]?.changesNothing !== true)
    .flatMap(({ answers }) =>
      [...answers].flatMap(([answer, isSent]) => (isSent ? [answer.split('/').slice(0, 2).join('/')] : [])),
    );
  return [...new Set(sent)]
    .filter((answer) => !owned.has(answer) && screens[answer.split('/')[0] ?? ''] !== undefined)
    .map((answer) => ({ problem: `${answer} is sent, and "needs" does not say that its screen asks it` }));
}

/** A field that the call has a place for is sent there, and not kept as one that no column knows. */
export function misplacedFields({ flow: { sends = {} } }: Asked): Problem[] {
  return Object.entries(sends).flatMap(([effect, call]) => {
    if (typeof call === 'string' || 'like' in call || call.custom === undefined) return [];
    const known = (calls[effect]?.body as { properties?: object } | undefined)?.properties ?? {};
    return (call.customFields ?? [])
      .map(({ name }) => name)
      .filter((name) => name in known)
      .map((name) => ({
        problem: `${name} is kept as a custom field, and never sent as the ${name} that ${effect} takes`,
      }));
  });
}

/** Whether a screen asks something. A name that is typed once more to confirm is no answer that could be kept. */
function asks({ kind = 'form', schema }: ScreenDocument): boolean {
  const names = Object.keys(schema?.properties ?? {});
  const isConfirmation = names.length > 0 && names.every((name) => name === 'confirmation');
  return !['message', 'progress'].includes(kind) && !isConfirmation;
}

/** The server keeps drafts of somebody who is signed in and answers more than secrets. */
export function wrongDrafts({ flow, screens }: Asked): Problem[] {
  const { drafts, presentation, effects } = flow;
  const isPage = presentation === 'page';
  const told = (problem: string) => [{ problem: `drafts are kept as "${drafts}", and ${problem}` }];
  if (Object.values(screens).every(({ document }) => !asks(document)))
    return drafts === 'none' ? [] : told('nothing is asked');
  if (drafts === 'server') return isPage ? told('nobody is signed in on a page of its own') : [];
  if (drafts === 'local') return isPage ? [] : told('whoever is signed in finds them in this browser alone');
  const asksSecrets = Object.values(screens).some(({ secrets }) => secrets.length > 0);
  const changes = Object.keys(effects).some(
    (effect) => calls[effect]?.method !== 'GET' && calls[effect]?.changesNothing !== true,
  );
  return isPage || asksSecrets || !changes ? [] : told('what is answered is no secret');
}

/** What can be changed is named: its drafts and its editor are told apart by it. */
export function namelessEntities({ flow }: Asked): Problem[] {
  const edits = Object.keys(flow.effects).some((effect) => calls[effect]?.revised !== undefined);
  return edits && flow.namedBy === undefined
    ? [{ problem: 'an entity is edited, and "namedBy" does not say which answer names it' }]
    : [];
}

/** The toast of a save names what was saved, where the flow says its words. */
export function silentEnds({ flow, found }: Asked): Problem[] {
  return Object.entries(flow.ends ?? {}).flatMap(([mode, { message }]) => {
    const outputs = found.steps
      .filter(({ after: { snapshot } }) => snapshot.status === 'done' && snapshot.context.mode === mode)
      .map(({ after }) => after.snapshot.output as { outcome?: string; words?: Record<string, string> } | undefined)
      .filter((output) => output?.outcome === 'finished');
    const words = new Set(outputs.flatMap((output) => Object.keys(output?.words ?? {})));
    const said = [...words].some((word) => message.includes(`{${word}}`));
    return words.size === 0 || said
      ? []
      : [{ problem: `the message of ${mode} "${message}" does not name what was saved` }];
  });
}

// Numbers of this size are small enough to be meant as they are.
const SMALL = 20;
/** The longest host name and the longest mail address. */
const STANDARDS = new Set([253, 254]);

/** An upper bound that nobody would choose is a slip: 51, 499. Round numbers and powers of two are chosen. */
export function oddBounds({ screens }: Asked): Problem[] {
  return Object.values(screens).flatMap(({ id, document }) =>
    [...subschemas(document.schema)].flatMap(({ schema, pointer }) =>
      (['maxLength', 'maxItems', 'maximum'] as const).flatMap((keyword) => {
        const bound = schema[keyword];
        if (typeof bound !== 'number' || bound <= SMALL || isChosen(bound)) return [];
        return [
          { problem: `${document.title}: ${pointer} is bounded by ${bound}, which is no round number (screen ${id})` },
        ];
      }),
    ),
  );
}

function isChosen(bound: number): boolean {
  return bound % 5 === 0 || STANDARDS.has(bound) || isPowerOfTwo(bound) || isPowerOfTwo(bound + 1);
}

function isPowerOfTwo(value: number): boolean {
  return Number.isInteger(Math.log2(value));
}

/** A shortest text of two or more characters is said beside the field; of none it is no bound. */
export function unsaidBounds({ screens }: Asked): Problem[] {
  return Object.values(screens).flatMap(({ id, document }) =>
    [...subschemas(document.schema)].flatMap(({ schema: { minLength, minItems }, pointer, at }) => {
      if (/\/(?:if|not)(?:\/|$)/.test(at)) return [];
      const of = `${document.title}: ${pointer}`;
      if (minLength === 0 || minItems === 0)
        return [{ problem: `${of} has a lower bound of 0, which bounds nothing (screen ${id})` }];
      const bound = minLength ?? minItems ?? 1;
      const words = [document.help?.[pointer], ...Object.values(document.messages?.[pointer] ?? {})].join(' ');
      const isSaid = words.includes(String(bound)) || words.includes('{limit}');
      return bound < 2 || isSaid ? [] : [{ problem: `${of} needs ${bound}, which nothing says (screen ${id})` }];
    }),
  );
}

/** What the call lets a field be is what the screen offers, where the answer is sent as it is. */
export function missingOptions({ screens, requests }: Asked): Problem[] {
  return requests.flatMap(({ effect, madeOf, seen }) =>
    [...madeOf].flatMap(([place, answers]) => {
      const [answer = ''] = answers.size === 1 ? [...answers] : [];
      const [screen = '', ...below] = answer.split('/');
      const document = screens[screen]?.document;
      if (document === undefined || place.includes('*')) return [];
      const pointer = `/${below.join('/')}`;
      const { labels } = fieldSchema(document, pointer);
      const isAsItIs = seen.every(({ input, context }) => {
        const sent = valueAt(input, place);
        return sent === undefined || sent === valueAt(context.answers, `/${answer}`);
      });
      const taken = valuesOf(calls[effect]?.body, place.replace('/body', ''));
      if (labels.size < 1 || !isAsItIs || taken.size === 0) return [];
      return [...taken]
        .filter((value) => !labels.has(value))
        .map((value) => ({
          problem: `${document.title}: ${pointer} does not offer ${JSON.stringify(value)}, which ${effect} takes`,
        }));
    }),
  );
}

/** Each single value that a schema of the catalogue names at the place. */
function valuesOf(body: unknown, place: string): Set<unknown> {
  const there = [...subschemas(body)].filter(({ pointer }) => pointer === place);
  return new Set(there.flatMap(({ schema }) => ('const' in schema ? [schema.const] : (schema.enum ?? []))));
}
