import { and, eq, sql } from 'drizzle-orm';
import { readVariantName, variantPattern } from '#engine/document/variant.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { organization } from '../database/schema/organizations.ts';
import { Refused } from '../refused.ts';
import { versionsInUse } from './published.ts';
import { documentOf, organizationAnswer, type ScreenPlace } from './screen-text.ts';

type Reading = Pick<CallContext, 'db' | 'actor' | 'services'>;

const named = new RegExp(variantPattern);
/** Of the column. */
const LARGEST_ID = 2_147_483_647;

/**
 * A screen by the name in a request.
 * @throws Refused `not_found` for a variant of an organization that the actor does not see
 */
export async function requirePlace({ db, actor }: Reading, { flow, screen }: ScreenPlace): Promise<ScreenPlace> {
  if (!named.test(screen)) throw new Refused('not_found');
  const { organizationId } = readVariantName(screen);
  if (organizationId === undefined) return { flow, screen };
  const seen = organizationId > LARGEST_ID ? new Map() : await visibleAmong({ db, actor }, [organizationId]);
  if (!seen.has(organizationId)) throw new Refused('not_found');
  return { flow, screen };
}

/** A screen or a variant in use, of an organization that the actor sees. */
export interface UsedScreen {
  flow: string;
  screen: string;
  number: number;
  organizationId: number | null;
}

/** The published screens in use; a version that no longer fits its flow, and a variant that was taken back, is not. */
export async function publishedScreens({ db, actor, services: { screens } }: Reading): Promise<UsedScreen[]> {
  const rows = (await versionsInUse(db)).map(({ flow, screen: name, number, text }) => {
    const { screen, organizationId = null } = readVariantName(name);
    return { flow, screen, number, organizationId, isUsed: screens.published(flow)[name] !== undefined, text };
  });
  const used = rows.filter(({ isUsed, organizationId, text }) => isUsed && (organizationId === null || text !== null));
  const seen = await visibleAmong(
    { db, actor },
    used.flatMap(({ organizationId }) => organizationId ?? []),
  );
  return used
    .filter(({ organizationId }) => organizationId === null || seen.has(organizationId))
    .map(({ flow, screen, number, organizationId }) => ({ flow, screen, number, organizationId }));
}

/** The variants in use of a screen, by the organization's name; null for a flow that is for no organization. */
export async function variantsOf(
  context: Reading,
  { flow, screen: name }: ScreenPlace,
): Promise<{ organizationId: number; name: string }[] | null> {
  if (organizationAnswer(flow) === undefined) return null;
  const { screen } = readVariantName(name);
  const used = (await publishedScreens(context)).filter((one) => one.flow === flow && one.screen === screen);
  const names = await visibleAmong(
    context,
    used.flatMap(({ organizationId }) => organizationId ?? []),
  );
  return [...names]
    .map(([organizationId, own]) => ({ organizationId, name: own }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** Each with the name of its organization; without variants of organizations that the actor does not see. */
export async function withVisible<T extends ScreenPlace>(
  context: Pick<Reading, 'db' | 'actor'>,
  places: readonly T[],
): Promise<(T & { organization: string | null })[]> {
  const ids = places.flatMap(({ screen }) => readVariantName(screen).organizationId ?? []);
  const names = await visibleAmong(context, ids);
  return places.flatMap((place): (T & { organization: string | null })[] => {
    const { organizationId } = readVariantName(place.screen);
    if (organizationId === undefined) return [{ ...place, organization: null }];
    const name = names.get(organizationId);
    return name === undefined ? [] : [{ ...place, organization: name }];
  });
}

async function visibleAmong(
  { db, actor }: Pick<Reading, 'db' | 'actor'>,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: organization.id, name: organization.name })
    .from(organization)
    .where(and(sql`${organization.id} = any(${sql.param([...new Set(ids)])}::int[])`, visibleOrganizations(actor)));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The name of the organization that a variant is for; null for a screen of every organization. */
export async function organizationOfVariant(db: Queries, { screen }: ScreenPlace): Promise<string | null> {
  const { organizationId } = readVariantName(screen);
  if (organizationId === undefined) return null;
  const [found] = await db
    .select({ name: organization.name })
    .from(organization)
    .where(eq(organization.id, organizationId));
  return found?.name ?? null;
}

/** The name of an organization, or “an organization” if the user may not see it. */
export async function organizationName(context: Pick<Reading, 'db' | 'actor'>, id: number): Promise<string> {
  return (await visibleAmong(context, [id])).get(id) ?? 'an organization';
}

/** “Setup” (cloud-monitor) for Northwind Traders: a screen as the audit trail names it. */
export async function screenInWords(
  { db, services: { screens } }: { db: Queries; services: Pick<Reading['services'], 'screens'> },
  place: ScreenPlace,
): Promise<string> {
  const whose = await organizationOfVariant(db, place);
  const { title } = documentOf(screens, place);
  return `“${title}” (${place.flow})${whose === null ? '' : ` for ${whose}`}`;
}

/** The organization of an audit row about a screen: who does not see it does not read the row. */
export function auditedOrganization({ screen }: Pick<ScreenPlace, 'screen'>): { organizationId?: number } {
  const { organizationId } = readVariantName(screen);
  return organizationId === undefined ? {} : { organizationId };
}

/** Deletes what was published and written for organizations that are gone. */
export async function dropVariantsOf(db: Queries, organizationId: number): Promise<void> {
  const isOf = (column: string) => sql`${sql.raw(column)} like ${`%@${organizationId}`}`;
  for (const table of ['screen_version', 'scheduled_screen', 'screen_edit'])
    await db.execute(sql`delete from ${sql.raw(table)} where ${isOf('screen')}`);
}
