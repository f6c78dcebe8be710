import { randomBytes } from 'node:crypto';
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { organization } from '../database/schema/organizations.ts';
import { cloudMonitor } from '../database/schema/monitors.ts';
import { statusPage, statusPageMonitor } from '../database/schema/status-pages.ts';
import { violatedForeignKey, violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { judgeAnswers, mergeCustom, toShownCustom } from '../custom/custom-fields.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { countOpenIncidents } from './read-incidents.ts';
import { isStandingNode, isStandingNodeId } from '../access/visibility.ts';

export type StatusPageReply = ReplyOf<Catalogue['readStatusPage']>;
type Input = BodyOf<Catalogue['addStatusPage']>;

const takenWords = 'Another status page has this address.';
const unknownMonitor = 'Choose one of the options';

type Reading = Pick<CallContext, 'db' | 'services'>;

export function listStatusPages(context: Reading): Promise<StatusPageReply[]> {
  return readPages(context, sql`true`);
}

/** @throws Refused `not_found` */
export async function readStatusPage(context: Reading, id: number): Promise<StatusPageReply> {
  const [page] = await readPages(context, eq(statusPage.id, id));
  if (!page) throw new Refused('not_found');
  return page;
}

/** Every monitor there is, by organization and name. */
export async function listStatusChoices(db: Queries): Promise<ReplyOf<Catalogue['listStatusChoices']>> {
  return db
    .select({ id: node.id, monitorName: node.name, clientName: organization.name })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(isStandingNode())
    .orderBy(sql`lower(${organization.name})`, sql`lower(${node.name})`, asc(node.id));
}

/** @throws Refused `invalid_input` */
export async function addStatusPage(
  context: Pick<CallContext, 'db' | 'services' | 'now'>,
  body: Input,
): Promise<number> {
  const { db, now } = context;
  const { monitors, slug, ...input } = checked(context, body, {});
  return stored(async () => {
    const [row] = await db
      .insert(statusPage)
      .values({ enabled: true, ...input, slug: slug ?? newAddress(), createdAt: now, updatedAt: now })
      .returning({ id: statusPage.id });
    if (!row) throw new Error('The status page was not stored');
    await putMonitors(db, row.id, monitors);
    return row.id;
  });
}

/** @throws Refused `not_found`, `invalid_input` */
export async function saveStatusPage(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: Input,
): Promise<void> {
  const { db, now } = context;
  const [before] = await db.select().from(statusPage).where(eq(statusPage.id, id)).for('no key update');
  if (!before) throw new Refused('not_found');
  const { revision } = before;
  const { monitors, slug, ...input } = checked(context, body, before.custom);
  const current = () => readStatusPage(context, id);
  await requireRevision(context, { entityType: 'STATUS_PAGE', id, revision, current });
  // A made address stays; it is made anew where a chosen one is given up, since anybody may have guessed that.
  const made = before.addressType === 'UNGUESSABLE' ? before.slug : newAddress();
  await stored(async () => {
    await db
      .update(statusPage)
      .set({ ...input, slug: slug ?? made, revision: nextRevision(statusPage.revision), updatedAt: now })
      .where(eq(statusPage.id, id));
    // Those marked for deletion are not shown, and are there again when that is undone.
    await db
      .delete(statusPageMonitor)
      .where(and(eq(statusPageMonitor.pageId, id), isStandingNodeId(statusPageMonitor.monitorId)));
    await putMonitors(db, id, monitors);
  });
}

/** The old address is not found from then on. The caller reads the page next, which refuses one that is gone. */
export async function renewStatusAddress({ db, now }: Pick<CallContext, 'db' | 'now'>, id: number): Promise<void> {
  await db
    .update(statusPage)
    .set({
      addressType: 'UNGUESSABLE',
      slug: newAddress(),
      revision: nextRevision(statusPage.revision),
      updatedAt: now,
    })
    .where(eq(statusPage.id, id));
}

/** The answer is its title. @throws Refused `not_found` */
export async function removeStatusPage(db: Queries, id: number): Promise<string> {
  const [row] = await db.delete(statusPage).where(eq(statusPage.id, id)).returning({ title: statusPage.title });
  if (!row) throw new Refused('not_found');
  return row.title;
}

/** 128 random bits, fit for an address. */
function newAddress(): string {
  return randomBytes(16).toString('base64url');
}

/** Judges the body by the screen of the flow `status-page`. `slug` is left out where the server makes it. @throws Refused `invalid_input` */
function checked({ services }: Pick<CallContext, 'services'>, body: Input, stored: CustomFields) {
  const { title, addressType, slug, enabled, monitors, custom: given } = body;
  const chosen = addressType === 'CHOSEN' ? { slug: (slug ?? '').trim() } : {};
  const input = {
    title: title.trim(),
    addressType,
    ...chosen,
    monitors: monitors.map(({ monitorId, name }) => ({ monitorId, name: name.trim() })),
  };
  requireAnswers(judgeAnswers(services.screens, 'status-page', { answers: { details: input }, given, stored }));
  return { ...input, slug: chosen.slug, custom: mergeCustom(stored, given), ...(enabled !== undefined && { enabled }) };
}

async function putMonitors(db: Queries, pageId: number, monitors: Input['monitors']): Promise<void> {
  const ids = monitors.map(({ monitorId }) => monitorId);
  const known = new Set(
    (
      await db
        .select({ id: cloudMonitor.nodeId })
        .from(cloudMonitor)
        .where(and(inArray(cloudMonitor.nodeId, ids), isStandingNodeId(cloudMonitor.nodeId)))
    ).map(({ id }) => id),
  );
  requireFields(
    Object.fromEntries(
      ids.map((id, index) => [`/monitors/${index}/monitorId`, known.has(id) ? undefined : unknownMonitor]),
    ),
  );
  await db.insert(statusPageMonitor).values(monitors.map((each, position) => ({ pageId, position, ...each })));
}

async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedIndex(error) === 'status_page_slug')
      throw new Refused('invalid_input', { fields: { '/slug': takenWords }, cause: error });
    // Deleted between the look and the insert.
    if (violatedForeignKey(error) !== undefined)
      throw new Refused('invalid_input', { fields: { '/monitors': unknownMonitor }, cause: error });
    throw error;
  }
}

async function readPages({ db, services }: Reading, where: SQL): Promise<StatusPageReply[]> {
  const pages = await db
    .select()
    .from(statusPage)
    .where(where)
    .orderBy(sql`lower(${statusPage.title})`, statusPage.id);
  const rows =
    pages.length === 0
      ? []
      : await db
          .select({
            pageId: statusPageMonitor.pageId,
            monitorId: statusPageMonitor.monitorId,
            monitorName: node.name,
            clientName: organization.name,
            name: statusPageMonitor.name,
          })
          .from(statusPageMonitor)
          .innerJoin(node, eq(node.id, statusPageMonitor.monitorId))
          .innerJoin(organization, eq(organization.id, node.organizationId))
          .where(
            and(
              inArray(
                statusPageMonitor.pageId,
                pages.map(({ id }) => id),
              ),
              isStandingNode(),
            ),
          )
          .orderBy(asc(statusPageMonitor.position));
  const open = await countOpenIncidents(
    db,
    pages.map(({ id }) => id),
  );
  return pages.map(({ createdAt, updatedAt, ...page }) => ({
    ...page,
    custom: toShownCustom(services.screens, 'status-page', page.custom),
    openIncidents: open.get(page.id) ?? 0,
    monitors: rows
      .filter(({ pageId }) => pageId === page.id)
      .map(({ monitorId, monitorName, clientName, name }) => ({ monitorId, monitorName, clientName, name })),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}
