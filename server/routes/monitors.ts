import type { monitorCalls } from '#api/contract/monitors.ts';
import type { Change } from '../audit/changes.ts';
import { monitorChanges } from '../monitors/auditable.ts';
import { holds } from '../access/permissions.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import {
  listMonitors,
  matchMonitors,
  seenMonitor,
  storedMonitor,
  type MonitorReply,
} from '../monitors/read-monitors.ts';
import { readHistory } from '../monitors/results/read-history.ts';
import { readResults } from '../monitors/results/read-results.ts';
import { removeMonitors } from '../monitors/remove-monitors.ts';
import { changeMonitors } from '../monitors/change-monitors.ts';
import {
  checkedInput,
  configOf,
  nothingStored,
  requireCondition,
  requireTestable,
  type SetupInput,
  type Stored,
} from '../monitors/checked-input.ts';
import { BrowseFailed } from '../monitors/checks/browse.ts';
import { replay } from '../monitors/conditions/replay.ts';
import { storedWatches, watchesOf } from '../monitors/conditions/watches.ts';
import {
  addMonitor,
  enableMonitors,
  lockedMonitor,
  monitorRow,
  requirePlace,
  saveMonitor,
} from '../monitors/save-monitor.ts';
import { listMonitorServers } from '../monitors/schedule/worker-report.ts';
import { detailOf, resultOf, typeOf } from '../monitors/shown.ts';
import { requireRevision } from '../revision.ts';
import { rangeOf } from './range.ts';

export const monitorHandlers: Handlers<keyof typeof monitorCalls> = {
  listMonitors: (context, { query }) => listMonitors(context, query),
  matchMonitors: (context, { query }) => matchMonitors(context, query),
  changeMonitors: (context, { body }) => changeMonitors(context, body),
  listMonitorServers: ({ db }) => listMonitorServers(db),
  readMonitor: async (context, { params }) => {
    await seenMonitor(context.db, context.actor, params.id);
    return reply(context, params.id);
  },
  addMonitor: async (context, { body }) => {
    const input = checkedInput(context, body, nothingStored);
    await requirePlace(context, input, 'NODE:Create');
    const id = await addMonitor(context, input);
    await tell(context, 'CREATED', id, `Added cloud monitor “${input.monitorName}”`);
    return { resultCode: 'SUCCESS', cloudMonitor: await reply(context, id) };
  },
  saveMonitor: async (context, { params, body }) => {
    await permitted(context, params.id, 'NODE:Update');
    const stored = await lockedMonitor(context, params.id);
    const { revision } = stored;
    const current = () => reply(context, params.id);
    await requireRevision(context, { entityType: 'CLOUD_MONITOR', id: params.id, revision, current });
    if (stored.monitorType !== body.monitorType) {
      throw new Refused('monitor_type_locked', {
        fields: { '/monitorType': 'The type cannot change once the monitor is saved.' },
      });
    }
    const input = checkedInput(context, body, stored);
    await requirePlace(context, input, 'NODE:Update');
    const before = await reply(context, params.id);
    await saveMonitor(context, params.id, input, stored.config);
    const after = await reply(context, params.id);
    const changes = monitorChanges(before, after, input);
    await tell(context, 'UPDATED', params.id, `Changed cloud monitor “${input.monitorName}”`, changes);
    return { resultCode: 'SUCCESS', cloudMonitor: after };
  },
  enableMonitor: async (context, { params, body }) => {
    const { name } = await permitted(context, params.id, 'NODE:Update');
    await lockedMonitor(context, params.id);
    await enableMonitors(context, [params.id], body.enabled);
    await tell(
      context,
      body.enabled ? 'RESUMED' : 'PAUSED',
      params.id,
      `${body.enabled ? 'Resumed' : 'Paused'} cloud monitor “${name}”`,
    );
    return { resultCode: 'SUCCESS', cloudMonitor: await reply(context, params.id) };
  },
  removeMonitor: async (context, { params }) => {
    const { name } = await permitted(context, params.id, 'NODE:Delete');
    await removeMonitors(context, [params.id]);
    await tell(context, 'DELETED', params.id, `Deleted cloud monitor “${name}”`);
    return { resultCode: 'SUCCESS' };
  },
  testMonitor: async (context, { body: { id, monitor, conditions } }) => {
    const stored = id === undefined ? nothingStored : await storedForTest(context, id, monitor.monitorType);
    requireTestable(context, monitor, stored);
    await requireMayAsk(context, monitor);
    const outcome = await context.services.monitors.test(
      monitor.monitorType,
      configOf(context, monitor, stored.config),
      monitor.timeout * 1000,
      conditions ? watchesOf(conditions) : id === undefined ? [] : await storedWatches(context.db, id),
    );
    await context.audit({
      action: 'CLOUD_MONITOR_TESTED',
      entityType: 'CLOUD_MONITOR',
      ...(id === undefined ? {} : { entityId: id }),
      organizationId: monitor.clientId,
      summary: `Tested cloud monitor “${monitor.monitorName}”`,
      detail: { monitorType: monitor.monitorType },
    });
    return { result: resultOf(outcome, context.now), detail: detailOf(outcome.detail) };
  },
  browseMonitor: async (context, { body: { id, monitor, below } }) => {
    const stored = id === undefined ? nothingStored : await storedForTest(context, id, monitor.monitorType);
    requireTestable(context, monitor, stored);
    await requireMayAsk(context, monitor);
    await context.audit({
      action: 'CLOUD_MONITOR_BROWSED',
      entityType: 'CLOUD_MONITOR',
      ...(id === undefined ? {} : { entityId: id }),
      organizationId: monitor.clientId,
      summary: `Read the objects of ${monitor.hostname ?? 'a target'} below ${below}`,
      detail: { monitorType: monitor.monitorType },
    });
    const config = configOf(context, monitor, stored.config);
    try {
      const { monitors } = context.services;
      return { ...(await monitors.browse(monitor.monitorType, config, monitor.timeout * 1000, below)), failure: null };
    } catch (error) {
      if (!(error instanceof BrowseFailed)) throw error;
      return { objects: [], more: false, failure: error.message };
    }
  },
  replayCondition: async (context, { body: { id, condition } }) => {
    await seenMonitor(context.db, context.actor, id);
    const { monitorType } = await monitorRow(context, id);
    requireCondition(context, typeOf(monitorType), condition);
    return replay(context.db, id, condition, context.now);
  },
  listResults: async ({ db, actor, now }, { params, query }) => {
    await seenMonitor(db, actor, params.id);
    return readResults(db, params.id, rangeOf(query, now), now);
  },
  listConditionHistory: async ({ db, actor, now }, { params, query }) => {
    await seenMonitor(db, actor, params.id);
    return readHistory(db, params.id, rangeOf(query, now));
  },
};

function reply(context: CallContext, id: number): Promise<MonitorReply> {
  return storedMonitor(context, id);
}

/** @throws Refused `not_found` when it may not be seen, `forbidden` when it may not be touched */
async function permitted({ db, actor }: CallContext, id: number, permission: 'NODE:Update' | 'NODE:Delete') {
  const seen = await seenMonitor(db, actor, id);
  if (!holds(actor, permission, seen.clientId)) throw new Refused('forbidden');
  return seen;
}

/** The stored monitor, whose secret a test may use. @throws Refused */
async function storedForTest(context: CallContext, id: number, type: string): Promise<Stored> {
  await permitted(context, id, 'NODE:Update');
  const { monitorType, ...stored } = await monitorRow(context, id);
  if (monitorType !== type)
    throw new Refused('invalid_input', {
      fields: { '/monitor/monitorType': 'The type cannot change once the monitor is saved.' },
    });
  return stored;
}

/** Whoever may only look must not send requests from this server. @throws Refused */
async function requireMayAsk(context: CallContext, monitor: SetupInput): Promise<void> {
  const permission = holds(context.actor, 'NODE:Create', monitor.clientId) ? 'NODE:Create' : 'NODE:Update';
  await requirePlace(context, monitor, permission, '/monitor');
}

async function tell(
  context: CallContext,
  what: string,
  id: number,
  summary: string,
  detail?: { changes: Change[] },
): Promise<void> {
  const entityType = 'CLOUD_MONITOR';
  await context.audit({
    action: `${entityType}_${what}`,
    entityType,
    entityId: id,
    summary,
    ...(detail && { detail }),
  });
  await context.announce('monitor', [id]);
}
