import { noPathTests } from '../paths/path-tests.ts';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { BrokenStored } from '#api/contract/studio.ts';
import { validationSchema } from '#engine/compile/validation-schema.ts';
import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { pointerOf, segmentsOf, valueAt } from '#engine/document/pointer.ts';
import { personName } from '../accounts/person-name.ts';
import { isStandingUser } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import { draft } from '../database/schema/drafts.ts';
import { appUser } from '../database/schema/users.ts';
import { openSnapshot } from '../drafts/sealed-snapshot.ts';
import { askPathsNow, PathsTooLong } from '../paths/path-thread.ts';

export type Judging = Pick<CallContext, 'db' | 'services' | 'actor' | 'now' | 'clientGone'>;

/** What a flow edits, as the call that reads it replies. */
export interface StoredRecords {
  /** The call. */
  read: string;
  ids: number[];
  /** Replies with `undefined` for one that is deleted, or that another flow edits. */
  open(id: number): Promise<unknown>;
  /** The name of a record that the user of the call may see; otherwise empty. */
  nameOf(id: number, record: unknown): Promise<string>;
}

/** Replies with `undefined` for a flow that edits nothing. */
export type ReadRecords = (context: Judging, flow: string) => Promise<StoredRecords | undefined>;

/** Records and drafts that go to the thread at once. */
const BATCH = 200;
/** Characters of them. */
const BATCH_SIZE = 8_000_000;
/** All of them together. */
const LONGEST_MS = 120_000;
/** Broken records and drafts that a reply lists. */
export const MOST_TOLD = 20;

export interface JudgedStored {
  /** How many records and drafts could no longer be saved or opened. */
  count: number;
  /** The first of them. */
  told: BrokenStored[];
}

interface Change {
  flow: string;
  /** Documents that replace the built-in ones: those in use, and with the change. */
  inUse: Readonly<Record<string, ScreenDocument>>;
  documents: Readonly<Record<string, ScreenDocument>>;
  /** The answer that is the organization's id; records and drafts of those that `isFor` refuses are not asked. */
  organization?: Pointer;
  isFor?: (organizationId: unknown) => boolean;
}

/**
 * Every stored record of the flow that could no longer be saved unchanged, and every draft that could not be opened or would lose an answer.
 * A batch at a time goes to the thread that walks paths.
 * @throws PathsBusy, PathsTooLong, CallerGone
 */
export async function findBrokenStored(
  context: Judging,
  change: Change,
  records: StoredRecords | undefined,
): Promise<JudgedStored> {
  const found: JudgedStored = { count: 0, told: [] };
  const until = performance.now() + LONGEST_MS;
  const { flow, inUse, documents } = change;
  for await (const batch of batches(context, change, records)) {
    if (performance.now() > until) throw new PathsTooLong();
    const question = {
      kind: 'stored' as const,
      flow,
      inUse,
      documents,
      ...noPathTests,
      read: records?.read ?? '',
      records: batch.records.map(({ record }) => record),
      drafts: batch.drafts.map(({ snapshot }) => snapshot),
    };
    const opened = await askPathsNow(question, context.clientGone);
    for (const [index, { id, record }] of batch.records.entries()) {
      const name = async () => (await records?.nameOf(id, record)) ?? '';
      await tell(found, { kind: 'record', problems: opened.records[index] ?? [] }, name);
    }
    for (const [index, { by }] of batch.drafts.entries())
      await tell(found, { kind: 'draft', problems: opened.drafts[index] ?? [] }, async () => by);
  }
  return found;
}

async function tell(
  found: JudgedStored,
  { kind, problems }: Omit<BrokenStored, 'name'>,
  name: () => Promise<string>,
): Promise<void> {
  if (problems.length === 0) return;
  found.count += 1;
  if (found.told.length < MOST_TOLD) found.told.push({ kind, name: await name(), problems: problems.slice(0, 10) });
}

/** Whether the fields ask what they asked before: then what is stored opens and saves as before. */
export function asksTheSame(before: ScreenDocument, after: ScreenDocument): boolean {
  const asked = ({ schema, locked, given, ui }: ScreenDocument) =>
    JSON.stringify([schema && validationSchema(schema), locked, given, hidden(ui)]);
  return asked(before) === asked(after);
}

/** Fields that are kept in the data and not shown. */
function hidden(ui: ScreenDocument['ui']): string[] {
  return Object.entries(ui ?? {}).flatMap(([name, hints]) =>
    (hints as Record<string, unknown> | null)?.['ui:widget'] === 'hidden' ? [name] : [],
  );
}

interface Batch {
  records: { id: number; record: unknown }[];
  drafts: { by: string; snapshot: unknown }[];
}

/** The organization in the reply of a read call, which has it by the name of the answer. */
export function organizationInReply(answer: Pointer, record: unknown): unknown {
  return valueAt(record, pointerOf(segmentsOf(answer).slice(-1)));
}

function answerIn(snapshot: unknown, pointer: Pointer): unknown {
  return valueAt(snapshot, `/context/answers${pointer}`);
}

/** Everything stored of a flow, in batches that are bounded in number and size. */
async function* batches(
  context: Judging,
  { flow, organization = '', isFor = () => true }: Change,
  records: StoredRecords | undefined,
): AsyncGenerator<Batch, void, undefined> {
  let batch: Batch = { records: [], drafts: [] };
  let size = 0;
  for await (const next of everything(context, flow, records)) {
    const own =
      'record' in next ? organizationInReply(organization, next.record) : answerIn(next.snapshot, organization);
    if (!isFor(own)) continue;
    if ('record' in next) batch.records.push(next);
    else batch.drafts.push(next);
    size += JSON.stringify(next).length;
    if (batch.records.length + batch.drafts.length < BATCH && size < BATCH_SIZE) continue;
    yield batch;
    batch = { records: [], drafts: [] };
    size = 0;
  }
  if (size > 0) yield batch;
}

async function* everything(
  context: Judging,
  flow: string,
  records: StoredRecords | undefined,
): AsyncGenerator<Batch['records'][number] | Batch['drafts'][number], void, undefined> {
  for (const id of records?.ids ?? []) {
    const record = await records?.open(id);
    if (record !== undefined) yield { id, record };
  }
  const { db, services } = context;
  for (const { userId, id, by } of await draftsOf(context, flow)) {
    const [row] = await db
      .select({ snapshot: draft.snapshot })
      .from(draft)
      .where(and(eq(draft.userId, userId), eq(draft.id, id)));
    if (row?.snapshot) yield { by, snapshot: openSnapshot(row.snapshot, services.secrets) };
  }
}

async function draftsOf({ db, now }: Judging, flow: string) {
  return db
    .select({ userId: draft.userId, id: draft.id, by: personName() })
    .from(draft)
    .innerJoin(appUser, eq(appUser.id, draft.userId))
    .where(and(eq(draft.flow, flow), isNull(draft.removedAt), gt(draft.expiresAt, now), isStandingUser()))
    .orderBy(desc(draft.updatedAt));
}
