import { eq, sql, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { CheckDetail, CheckResult } from '#api/contract/monitor-findings.ts';
import { typeSecrets } from '#api/contract/monitor-types.ts';
import type { MonitorRow } from '#api/contract/monitors.ts';
import type { Queries } from '../database/database.ts';
import { node } from '../database/schema/nodes.ts';
import { location, organization } from '../database/schema/organizations.ts';
import { cloudMonitor, monitorState } from '../database/schema/monitors.ts';
import { noDetail, type Detail, type Outcome, type StoredConfig } from './checks/check.ts';
import type { Secrets } from '../secrets.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { openWindow, openWindowReply } from '../maintenance/windows.ts';
import { latestBeats } from './latest-beats.ts';
import { checkOf, isCheckType, type CheckType } from './checks/registry.ts';
import { openText, tellRows } from './checks/sealed-values.ts';

/** Without its custom fields, which the screens of its organization decide. */
export type Row = Omit<Static<typeof MonitorRow>, 'custom'>;
type Result = Static<typeof CheckResult>;

/** up, down, unknown before the first check, or paused. */
export const status: SQL<Row['status']> = sql`case when not ${cloudMonitor.enabled} then 'paused'
  when ${monitorState.ok} is null then 'unknown' when ${monitorState.ok} then 'up' else 'down' end`;

/** What lists and single monitors tell alike, in one query: status, place, latest result, open alerts, latest checks. */
export function selectShown(db: Queries) {
  return db
    .select({
      id: node.id,
      nodeType: node.nodeType,
      enabled: cloudMonitor.enabled,
      clientId: node.organizationId,
      clientName: organization.name,
      locationId: node.locationId,
      locationName: location.name,
      systemName: node.systemName,
      monitorType: cloudMonitor.monitorType,
      monitorName: node.name,
      frequency: cloudMonitor.frequency,
      timeout: cloudMonitor.timeout,
      config: cloudMonitor.config,
      custom: cloudMonitor.custom,
      revision: cloudMonitor.revision,
      status,
      since: monitorState.since,
      checkedAt: monitorState.checkedAt,
      ok: monitorState.ok,
      responseTime: monitorState.responseTime,
      error: monitorState.error,
      message: monitorState.message,
      statusCode: monitorState.statusCode,
      createdAt: node.createdAt,
      updatedAt: node.updatedAt,
      maintenance: openWindow,
      openAlertCount: sql<number>`(select count(*)::int from alert a where a.monitor_id = ${node.id} and a.reset_at is null)`,
      beats: latestBeats(node.id),
    })
    .from(cloudMonitor)
    .innerJoin(node, eq(node.id, cloudMonitor.nodeId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .innerJoin(location, eq(location.id, node.locationId))
    .leftJoin(monitorState, eq(monitorState.monitorId, cloudMonitor.nodeId))
    .$dynamic();
}

export type Shown = Awaited<ReturnType<typeof selectShown>>[number];

/** A row of the list. */
export function rowOf(screens: ScreenLibrary, shown: Shown): Row {
  const {
    config,
    custom: _custom,
    since,
    checkedAt,
    ok,
    responseTime,
    error,
    message,
    statusCode,
    revision: _revision,
    createdAt: _,
    updatedAt: __,
    maintenance,
    ...row
  } = shown;
  const monitorType = typeOf(shown.monitorType);
  const checked = checkedAt !== null && ok !== null;
  return {
    ...row,
    monitorType,
    target: checkOf(monitorType).target(config),
    maintenance: openWindowReply(screens, maintenance),
    statusSince: row.status === 'paused' ? null : (since?.toISOString() ?? null),
    lastResult: checked
      ? { at: checkedAt.toISOString(), ok, responseTime, error, message: message ?? '', statusCode }
      : null,
  };
}

/** @throws Error for a type that this version does not know: a monitor of a later one */
export function typeOf(type: string): CheckType {
  if (!isCheckType(type)) throw new Error(`A stored monitor has the unknown type “${type}”`);
  return type;
}

/** The fields of the type as they may be told: without secrets, and with what is sealed beside only where `open` is given. */
export function toldConfig(type: CheckType, config: StoredConfig, open?: Secrets['open']): Record<string, unknown> {
  const { fields, secrets, sealedRows = [], sealedTexts = [] } = checkOf(type);
  const told = (field: string): unknown => {
    if (sealedRows.includes(field)) return tellRows(config[field], open);
    if (sealedTexts.includes(field)) return open && openText(config[field], open);
    return config[field];
  };
  return Object.fromEntries(
    fields
      .filter((field) => !Object.hasOwn(secrets, field) && config[field] !== undefined)
      .map((field) => [field, told(field)])
      .filter(([, value]) => value !== undefined),
  );
}

export function resultOf(outcome: Outcome, at: Date): Result {
  const { ok, responseTime, error, message, statusCode } = outcome;
  return { at: at.toISOString(), ok, responseTime, error, message, statusCode };
}

/** A detail as the contract has it; one that an older version stored may lack parts. */
export function detailOf(stored: Partial<Detail>): Static<typeof CheckDetail> {
  return { ...noDetail, ...stored };
}

/** `httpPasswordSet` and the like: which secrets of any type are stored. */
export function secretsSet(config: StoredConfig): SecretsSet {
  const flags = Object.keys(typeSecrets).map((field) => [`${field}Set`, typeof config[field] === 'string'] as const);
  return Object.fromEntries(flags) as SecretsSet;
}

type SecretsSet = { [S in keyof typeof typeSecrets as `${S}Set`]: boolean };
