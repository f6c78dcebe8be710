import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { MonitorInput } from '#api/contract/monitors.ts';
import { holds } from '../access/permissions.ts';
import { visibleOrganizations } from '../access/visibility.ts';
import { location, node, organization } from '../database/schema/core.ts';
import { cloudMonitor, monitorCondition } from '../database/schema/monitors.ts';
import { violatedForeignKey } from '../database/violations.ts';
import { Refused, type CallContext } from '../http/handler.ts';
import { requireAnswers, requireFields } from '../http/require-fields.ts';
import type { StoredConfig } from './checks/check.ts';
import { checkOf } from './checks/registry.ts';
import { textOf } from './checks/stored.ts';
import { conditions } from './conditions/registry.ts';

export type Input = Static<typeof MonitorInput>;
type ConditionInput = Input['conditions'][number];
type SetupInput = Omit<Input, 'conditions'>;

const nodeType = 'CLOUD_MONITOR_TARGET';
const nodeRole = 'cloud-monitor';
const unknownPlace = 'Choose a location of the organization.';

/** What the screens of the flow `cloud-monitor` say of the body. @throws Refused `invalid_input` */
export function checkedInput({ services: { screens } }: CallContext, body: Input, stored: StoredConfig): Input {
  const input = { ...body, monitorName: body.monitorName.trim(), conditions: body.conditions.map(withDefaults) };
  requireAnswers(
    screens.check('cloud-monitor', 'setup', withStoredSecret(input, stored)),
    input.monitorType === 'HTTP' ? screens.check('cloud-monitor', 'request', input) : [],
    screens.check('cloud-monitor', 'conditions', input),
  );
  return input;
}

/** The same for "Test now", which has no conditions. @throws Refused `invalid_input` */
export function requireTestable({ services: { screens } }: CallContext, body: SetupInput, stored: StoredConfig): void {
  requireAnswers(
    screens.check('cloud-monitor', 'setup', withStoredSecret(body, stored)),
    body.monitorType === 'HTTP' ? screens.check('cloud-monitor', 'request', body) : [],
  );
}

function withDefaults(condition: ConditionInput) {
  return {
    ...condition,
    enabled: condition.enabled ?? true,
    notificationAction: condition.notificationAction ?? 'NONE',
  };
}

function withStoredSecret(input: SetupInput, stored: StoredConfig) {
  return { ...input, httpPasswordSet: keepsSecret(input, stored) };
}

/** A stored password stays with the server that it was given for: sent elsewhere it would be told to whoever asks. */
function keepsSecret(input: SetupInput, stored: StoredConfig): boolean {
  if (textOf(stored, 'httpPassword') === '' || !input.httpHostname) return false;
  return originOf(input.httpHostname) === originOf(textOf(stored, 'httpHostname'));
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** The fields of the type alone, secrets sealed; a secret that is left out is the stored one. */
export function configOf(
  { services: { secrets } }: CallContext,
  input: SetupInput,
  stored: StoredConfig,
): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = input;
  const check = checkOf(input.monitorType);
  const config: Record<string, unknown> = {};
  for (const field of check.fields) {
    const value = given[field];
    if (!check.secrets.includes(field)) {
      if (value !== undefined) config[field] = value;
    } else if (typeof value === 'string' && value !== '') config[field] = secrets.seal(value);
    else if (keepsSecret(input, stored)) config[field] = stored[field];
  }
  // A login that is no longer used is not kept either.
  if (config['authenticationType'] !== 'BASIC')
    for (const field of ['httpUsername', 'httpPassword']) delete config[field];
  return config;
}

/** @throws Refused `invalid_input` for a place that is not seen or does not fit, `forbidden` */
export async function requirePlace(
  { db, actor }: CallContext,
  { clientId, locationId }: SetupInput,
  permission: 'NODE:Create' | 'NODE:Update',
): Promise<void> {
  const [seen] = await db
    .select({ id: organization.id })
    .from(organization)
    .where(and(eq(organization.id, clientId), visibleOrganizations(actor)));
  requireFields({ '/clientId': seen ? undefined : 'Choose one of the options' });
  if (!holds(actor, permission, clientId)) throw new Refused('forbidden');
  const [place] = await db
    .select({ id: location.id })
    .from(location)
    .where(and(eq(location.id, locationId), eq(location.organizationId, clientId)));
  requireFields({ '/locationId': place ? undefined : unknownPlace });
}

export async function addMonitor(context: CallContext, input: Input): Promise<number> {
  const { db, now } = context;
  const id = await placed(async () => {
    const values = {
      ...nodeFields(input),
      nodeClass: nodeType,
      nodeType,
      nodeRoleId: nodeRole,
      createdAt: now,
      updatedAt: now,
    };
    const [row] = await db.insert(node).values(values).returning({ id: node.id });
    if (!row) throw new Error('The monitor was not stored');
    return row.id;
  });
  await db.insert(cloudMonitor).values({
    nodeId: id,
    ...monitorFields(input),
    monitorType: input.monitorType,
    config: configOf(context, input, {}),
  });
  await saveConditions(context, id, input.conditions);
  await context.services.monitors.announce(db, [id]);
  return id;
}

/** @throws Refused `not_found` */
export async function monitorRow({ db }: CallContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id));
  if (!row) throw new Refused('not_found');
  return row;
}

/** The same, locked until the transaction ends. @throws Refused `not_found` */
export async function lockedMonitor({ db }: CallContext, id: number) {
  const [row] = await db.select().from(cloudMonitor).where(eq(cloudMonitor.nodeId, id)).for('no key update');
  if (!row) throw new Refused('not_found');
  return row;
}

export async function saveMonitor(context: CallContext, id: number, input: Input, stored: StoredConfig): Promise<void> {
  const { db, now, services } = context;
  await placed(() =>
    db
      .update(node)
      .set({ ...nodeFields(input), updatedAt: now })
      .where(eq(node.id, id)),
  );
  await db
    .update(cloudMonitor)
    .set({ ...monitorFields(input), config: configOf(context, input, stored) })
    .where(eq(cloudMonitor.nodeId, id));
  if (!input.enabled) await rest(context, id);
  await saveConditions(context, id, input.conditions);
  await services.monitors.announce(db, [id]);
}

export async function enableMonitor(context: CallContext, id: number, enabled: boolean): Promise<void> {
  const { db, now, services } = context;
  await db.update(cloudMonitor).set({ enabled }).where(eq(cloudMonitor.nodeId, id));
  await db.update(node).set({ updatedAt: now }).where(eq(node.id, id));
  if (!enabled) await rest(context, id);
  await services.monitors.announce(db, [id]);
}

/** A paused monitor is neither up nor down, and what it raised is over: nothing would reset it. */
async function rest({ db, now, services }: CallContext, id: number): Promise<void> {
  await services.monitors.closeAlerts(db, sql`monitor_id = ${id}`, now);
  await db.update(monitorCondition).set(atRest).where(eq(monitorCondition.monitorId, id));
  await db.update(node).set({ isUp: false, isDown: false }).where(eq(node.id, id));
}

const atRest = { failures: 0, lastFailureAt: null, raisedAt: null };

/** With an id a condition changes and stands where it stood, without one it is added, and one left out is removed. */
async function saveConditions(
  { db, now, services }: CallContext,
  monitorId: number,
  given: readonly ConditionInput[],
): Promise<void> {
  const stored = await db
    .select({ id: monitorCondition.id })
    .from(monitorCondition)
    .where(eq(monitorCondition.monitorId, monitorId));
  const known = new Set(stored.map(({ id }) => id));
  const kept = new Set<number>();
  for (const [index, { id }] of given.entries()) {
    if (id === undefined) continue;
    const words = known.has(id)
      ? kept.has(id)
        ? 'Must be unique'
        : undefined
      : 'This condition does not belong to this monitor.';
    requireFields({ [`/conditions/${index}/id`]: words });
    kept.add(id);
  }
  const resting = new Set(given.flatMap(({ id, enabled }) => (id !== undefined && enabled === false ? [id] : [])));
  const over = [...known].filter((id) => !kept.has(id) || resting.has(id));
  if (over.length > 0) await services.monitors.closeAlerts(db, inArray(sql`condition_id`, over), now);
  await db
    .delete(monitorCondition)
    .where(
      and(
        eq(monitorCondition.monitorId, monitorId),
        kept.size > 0 ? notInArray(monitorCondition.id, [...kept]) : undefined,
      ),
    );
  for (const [position, each] of given.entries()) {
    const fields = { ...conditionFields(each), position };
    if (each.id === undefined) await db.insert(monitorCondition).values({ ...fields, monitorId });
    else
      await db
        .update(monitorCondition)
        .set({ ...fields, ...(fields.enabled ? {} : atRest) })
        .where(eq(monitorCondition.id, each.id));
  }
}

function conditionFields(each: ConditionInput) {
  const parameters = Object.fromEntries(conditions[each.type].parameters.map((name) => [name, each[name]]));
  const { type, conditionName, resetThreshold, severity, priority } = each;
  const { enabled, notificationAction } = withDefaults(each);
  return {
    type,
    enabled,
    conditionName: conditionName.trim(),
    parameters,
    resetThreshold,
    severity,
    priority,
    notificationAction,
  };
}

function nodeFields({ monitorName, clientId, locationId }: Input) {
  return { name: monitorName, systemName: monitorName, organizationId: clientId, locationId };
}

function monitorFields({ enabled, frequency, timeout }: Input) {
  return { enabled, frequency, timeout };
}

/** The location may have been removed in between; the foreign key then refuses. */
async function placed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedForeignKey(error) !== 'node_place') throw error;
    throw new Refused('invalid_input', { fields: { '/locationId': unknownPlace }, cause: error });
  }
}
