import { eq, inArray, sql } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { violatedForeignKey, violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import { judgeAnswers, mergeCustom } from '../custom/custom-fields.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';
import { storedOrganization } from './organizations.ts';

type OrganizationInput = BodyOf<Catalogue['addOrganization']>;
type LocationInput = OrganizationInput['locations'][number];

const MAIN_OFFICE = 'Main office';

/**
 * Judges the body by the screens of the flow `organization`, together with the custom fields that are stored already, and
 * answers it with the main office that every organization has.
 */
export function checkedInput(
  { services }: Pick<CallContext, 'services'>,
  body: OrganizationInput,
  stored: CustomFields = {},
): OrganizationInput {
  const input = {
    ...body,
    name: body.name.trim(),
    locations: (body.locations.length > 0 ? body.locations : [{ name: MAIN_OFFICE }]).map((each) => ({
      ...each,
      name: each.name.trim(),
    })),
  };
  refuseRepeated(input.locations);
  requireAnswers(
    judgeAnswers(services.screens, 'organization', {
      answers: { details: input, locations: { locations: input.locations.map(withoutEmptyCountry) } },
      given: body.custom,
      stored,
    }),
  );
  return input;
}

/** An empty one takes the country away; the screen knows countries alone. */
function withoutEmptyCountry({ country, ...others }: LocationInput): LocationInput {
  return country ? { ...others, country } : others;
}

/** Before the screens, which know a repeated name too but not the code for it. */
function refuseRepeated(locations: LocationInput[]): void {
  const seen = new Set<string>();
  const ids = new Set<number>();
  locations.forEach(({ id, name }, index) => {
    const folded = name.toLowerCase();
    if (folded !== '' && seen.has(folded)) throw locationNameInUse(`/locations/${index}/name`);
    seen.add(folded);
    if (id === undefined) return;
    requireFields({ [`/locations/${index}/id`]: ids.has(id) ? 'Must be unique' : undefined });
    ids.add(id);
  });
}

function locationNameInUse(pointer: string): Refused {
  const words = 'Another location of this organization has this name.';
  return new Refused('location_name_in_use', { fields: { [pointer]: words } });
}

export async function addOrganization(
  context: Pick<CallContext, 'db' | 'now'>,
  input: OrganizationInput,
): Promise<number> {
  const { db, now } = context;
  requireKnown(input.locations, new Set());
  const id = await withUniqueNames(async () => {
    const [row] = await db
      .insert(organization)
      .values({
        name: input.name,
        description: input.description ?? '',
        ...(input.timeZoneId !== undefined && { timeZoneId: input.timeZoneId }),
        custom: mergeCustom({}, input.custom),
        createdAt: now,
        updatedAt: now,
      })
      .returning({ id: organization.id });
    if (!row) throw new Error('The organization was not stored');
    return row.id;
  });
  await withUniqueNames(() =>
    db.insert(location).values(input.locations.map((each, position) => locationRow(id, each, position, now))),
  );
  return id;
}

/**
 * Saves an organization that the caller was found to see. With an id a location changes, without one it is added, and
 * one left out is removed unless devices or monitors stand there.
 */
export async function saveOrganization(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  input: OrganizationInput,
): Promise<void> {
  const { db, now } = context;
  // The row lock keeps two saves of one organization apart.
  const [locked] = await db
    .select({ revision: organization.revision, custom: organization.custom })
    .from(organization)
    .where(eq(organization.id, id))
    .for('update');
  if (!locked) throw new Refused('not_found');
  const { revision, custom } = locked;
  const current = () => storedOrganization(context, id);
  await requireRevision(context, { entityType: 'ORGANIZATION', id, revision, current });
  await withUniqueNames(() =>
    db
      .update(organization)
      .set({
        name: input.name,
        ...(input.description !== undefined && { description: input.description }),
        ...(input.timeZoneId !== undefined && { timeZoneId: input.timeZoneId }),
        custom: mergeCustom(custom, input.custom),
        revision: nextRevision(organization.revision),
        updatedAt: now,
      })
      .where(eq(organization.id, id)),
  );
  const stored = await db.select({ id: location.id }).from(location).where(eq(location.organizationId, id));
  const known = new Set(stored.map((each) => each.id));
  requireKnown(input.locations, known);
  const kept = new Set(input.locations.map((each) => each.id));
  await removeLocations(
    db,
    stored.map((each) => each.id).filter((each) => !kept.has(each)),
  );
  await withUniqueNames(() => setLocations(db, id, input.locations, now));
}

async function setLocations(db: Queries, organizationId: number, locations: LocationInput[], now: Date): Promise<void> {
  // Two locations may swap their names, which the unique index would refuse half-way: every name is parked first.
  // Stored names are trimmed, so a parked one is nobody's.
  await db
    .update(location)
    .set({ name: sql`' ' || ${location.id}` })
    .where(eq(location.organizationId, organizationId));
  for (const [position, each] of locations.entries()) {
    if (each.id === undefined) {
      await db.insert(location).values(locationRow(organizationId, each, position, now));
    } else {
      await db
        .update(location)
        .set({
          name: each.name,
          position,
          updatedAt: now,
          ...(each.address !== undefined && { address: each.address }),
          ...(each.country !== undefined && { country: each.country }),
          ...(each.description !== undefined && { description: each.description }),
        })
        .where(eq(location.id, each.id));
    }
  }
}

async function removeLocations(db: Queries, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  const [standing] = await db
    .select({ name: location.name })
    .from(node)
    .innerJoin(location, eq(location.id, node.locationId))
    .where(inArray(node.locationId, ids))
    .limit(1);
  if (standing) {
    throw new Refused('organization_has_devices', {
      message: `The location “${standing.name}” still has devices or monitors.`,
      fields: { '/locations': `The location “${standing.name}” still has devices or monitors.` },
    });
  }
  await unlessPlaced(() => db.delete(location).where(inArray(location.id, ids)));
}

/** The foreign key refuses, also for a device that is placed at the same moment. @throws Refused `organization_has_devices` */
async function unlessPlaced(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (violatedForeignKey(error) === 'node_place') throw new Refused('organization_has_devices', { cause: error });
    throw error;
  }
}

function locationRow(organizationId: number, each: LocationInput, position: number, now: Date) {
  return {
    organizationId,
    name: each.name,
    address: each.address ?? '',
    country: each.country ?? '',
    description: each.description ?? '',
    position,
    createdAt: now,
    updatedAt: now,
  };
}

function requireKnown(locations: LocationInput[], known: ReadonlySet<number>): void {
  const foreign = (id: number | undefined) => id !== undefined && !known.has(id);
  const words = 'This location does not belong to this organization.';
  requireFields(
    Object.fromEntries(locations.map(({ id }, index) => [`/locations/${index}/id`, foreign(id) ? words : undefined])),
  );
}

async function withUniqueNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    // The database folds case by its own rules, which know letters that ours do not.
    if (violatedIndex(error) === 'location_name') throw locationNameInUse('/locations');
    if (violatedIndex(error) !== 'organization_name') throw error;
    throw new Refused('organization_name_in_use', {
      fields: { '/name': 'An organization with this name already exists.' },
      cause: error,
    });
  }
}
