// A law of every flow that adds or saves an entity: EDIT reads what the page sent.
import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { allCalls } from '#api/all-calls.gen.ts';
import { calls, type CallName } from '#api/contract/catalogue.ts';
import { pointerOf, segmentsOf, valueAt, withoutIndexes } from '#engine/document/pointer.ts';
import { pointerInScreen } from '#engine/flow/mapped-pointers.ts';
import { buildRequest, isEmpty } from '#engine/flow/mapping.ts';
import { readAnswers } from '#engine/flow/read-answers.ts';
import type { LoadedFlow } from '../load.ts';
import { leaves, spelled } from '../approved/values.ts';

const revised = new Set(calls.flatMap(([name, call]) => ('revised' in call ? [name as string] : [])));

/** The call of the flow that saves what its `effect` adds or saves, and the one that reads it again. */
function entityCalls({ flow }: LoadedFlow, effect: string): { save: string; read: CallName } | undefined {
  const effects = Object.keys(flow.effects);
  const save = effects.find((name) => revised.has(name));
  if (save === undefined || flow.sends?.[effect] === undefined || flow.sends[save] === undefined) return undefined;
  const isOther = effect !== save && allCalls[effect as CallName].path !== collectionOf(save as CallName);
  const read = effects.find((name) => isReadOf(name as CallName, save as CallName));
  return isOther || read === undefined ? undefined : { save, read: read as CallName };
}

const collectionOf = (save: CallName) => allCalls[save].path.replace(/\/:id$/, '');
const isReadOf = (name: CallName, save: CallName) =>
  allCalls[name].method === 'GET' && allCalls[name].path === allCalls[save].path;

interface Saved {
  effect: string;
  /** The body that the page sent. */
  body: unknown;
  reply: Record<string, unknown>;
}

/**
 * Reads the entity as EDIT does and reports each field of the request whose stored value differs. Skips secrets, which no
 * reply has, ids, which the server assigns, and uploads, which end once their file is stored.
 */
export async function wrongAfterSave(loaded: LoadedFlow, page: Page, saved: Saved): Promise<string[]> {
  const { flow } = loaded;
  const entity = entityCalls(loaded, saved.effect);
  if (entity === undefined) return [];
  const id = Object.values(saved.reply).flatMap((held) => idOf(held) ?? [])[0];
  if (id === undefined) return [`the reply to ${saved.effect} does not say what was saved`];
  const path = allCalls[entity.read].path.replace(':id', String(id));
  const reading = await page.context().request.get(new URL(`/api${path}`, page.url()).href);
  if (!reading.ok()) return [`${entity.read} answers ${reading.status()} after ${saved.effect}`];
  const answers = readAnswers(flow, entity.save, await reading.json());
  const again = buildRequest(flow, entity.save, { mode: 'EDIT', answers });
  return [...leaves(saved.body)].flatMap(([pointer, sent]) => {
    const field = pointerInScreen(flow, entity.save, pointer, answers);
    if (field === undefined || isSecret(loaded, field) || /\/(?:id|uploadId)$/.test(pointer)) return [];
    const stored = valueAt(again, pointer);
    return isSame(sent, stored)
      ? []
      : [`${saved.effect} sent ${spelled(sent)} as ${pointer}, and EDIT reads ${spelled(stored)}`];
  });
}

function idOf(held: unknown): number | undefined {
  const { id, revision } = (held ?? {}) as { id?: unknown; revision?: unknown };
  return typeof id === 'number' && revision !== undefined ? id : undefined;
}

/** The server may store an empty value as none. */
function isSame(sent: unknown, stored: unknown): boolean {
  return isNothing(sent) ? isNothing(stored) : isDeepStrictEqual(typeof sent === 'string' ? sent.trim() : sent, stored);
}

const isNothing = (value: unknown) => isEmpty(value) || isDeepStrictEqual(value, []);

function isSecret({ screens }: LoadedFlow, field: string): boolean {
  const [screen = '', ...below] = segmentsOf(field);
  return screens[screen]?.secrets.includes(withoutIndexes(pointerOf(below))) ?? false;
}
