import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Database } from '../database/database.ts';
import { alert, cloudMonitor, monitorCondition, monitorState } from '../database/schema/monitors.ts';
import { statusPage, statusPageMonitor } from '../database/schema/status-pages.ts';
import { maintenanceWindow } from '../database/schema/maintenance.ts';
import { Refused } from '../refused.ts';
import { requireFields } from '../require-fields.ts';
import { inMaintenance } from '../maintenance/windows.ts';
import { latestBeats } from '../monitors/latest-beats.ts';
import { status } from '../monitors/shown.ts';
import { countChecks, shareOf, together, type Counted } from './history.ts';
import { incidentKind, incidentsOf, type Span } from './incidents.ts';
import { Kept } from './kept.ts';
import { readNotices, type StatusIncidentReply } from './read-incidents.ts';
import { outsideMaintenance, type Held } from './outside-maintenance.ts';
import { dayStarts, hourStarts, knownZone } from './spans.ts';
import { isStandingNodeId } from '../access/visibility.ts';

type Reply = ReplyOf<Catalogue['readPublicStatus']>;
type Watched = {
  monitorId: number;
  name: string;
  status: Reply['monitors'][number]['status'];
  /** What the latest check said, whatever the monitor is doing now. */
  ok: boolean | null;
  since: Date | null;
  frequency: number;
  beats: { at: number[]; states: string };
};
type History = Map<number, (Counted | undefined)[]>;
type Page = Pick<typeof statusPage.$inferSelect, 'id' | 'title' | 'updatedAt'>;

const hoursShown = 24;
const daysShown = 90;
const incidentDays = 14;
const mostIncidents = 50;
const mostNotices = 20;
/** Milliseconds for which what was read is answered again, so that many visitors cost as much as one. */
const freshMs = 5000;
const historyFreshMs = 60_000;
const mostKept = 500;

/** What public status pages show. One of it serves all visitors of this process. */
export interface PublicStatus {
  /** @throws Refused `not_found` for an address that no enabled page has, `invalid_input` for an unknown zone */
  read(slug: string, zone: string | undefined, now: Date): Promise<Reply>;
}

export function createPublicStatus(database: Database): PublicStatus {
  const kept = new Kept(mostKept);
  return {
    async read(slug, asked = 'UTC', now) {
      const zone = knownZone(asked);
      requireFields({ '/zone': zone ? undefined : 'Must be a time zone' });
      // Read each time, so that a page that is turned off or changed is so at once.
      const [page] = await database
        .select({
          id: statusPage.id,
          title: statusPage.title,
          updatedAt: statusPage.updatedAt,
          standing: standingMonitors,
        })
        .from(statusPage)
        .where(and(eq(statusPage.slug, slug), eq(statusPage.enabled, true)));
      if (!page || zone === undefined) throw new Refused('not_found');
      const key = `${page.id} ${page.updatedAt.getTime()} ${page.standing}`;
      const [current, history] = await Promise.all([
        kept.get(key, freshMs, () => readCurrent(database, page, now)),
        kept.get(`${key} ${zone}`, historyFreshMs, () => readHistory(database, page, zone, now)),
      ]);
      return replyOf(page, current, history, now);
    },
  };
}

/** Monitors of the page that are not marked for deletion: what was kept is stale once that changes. */
const standingMonitors = sql<string>`(select coalesce(string_agg(${statusPageMonitor.monitorId}::text, ' ' order by ${statusPageMonitor.monitorId}), '')
  from ${statusPageMonitor} where ${eq(statusPageMonitor.pageId, statusPage.id)} and ${isStandingNodeId(statusPageMonitor.monitorId)})`;

interface Current {
  monitors: Watched[];
  incidents: Span[];
  notices: StatusIncidentReply[];
}

async function readCurrent(database: Database, { id }: Page, now: Date): Promise<Current> {
  const monitors = await database
    .select({
      monitorId: statusPageMonitor.monitorId,
      name: statusPageMonitor.name,
      status: sql<
        Watched['status']
      >`case when ${cloudMonitor.enabled} and ${inMaintenance(cloudMonitor.nodeId)} then 'maintenance' else ${status} end`,
      ok: monitorState.ok,
      since: monitorState.since,
      frequency: cloudMonitor.frequency,
      beats: latestBeats(statusPageMonitor.monitorId),
    })
    .from(statusPageMonitor)
    .innerJoin(cloudMonitor, eq(cloudMonitor.nodeId, statusPageMonitor.monitorId))
    .leftJoin(monitorState, eq(monitorState.monitorId, statusPageMonitor.monitorId))
    .where(and(eq(statusPageMonitor.pageId, id), isStandingNodeId(statusPageMonitor.monitorId)))
    .orderBy(asc(statusPageMonitor.position));
  const remembered = new Date(now.getTime() - incidentDays * 24 * 3_600_000);
  const since = remembered.toISOString();
  const ids = monitors.map(({ monitorId }) => monitorId);
  const alerts = await database
    .select({
      monitorId: alert.monitorId,
      type: monitorCondition.type,
      since: alert.raisedAt,
      until: alert.resetAt,
    })
    .from(alert)
    .leftJoin(monitorCondition, eq(monitorCondition.id, alert.conditionId))
    .where(
      and(
        ids.length > 0 ? inArray(alert.monitorId, ids) : sql`false`,
        sql`(${alert.resetAt} is null or ${alert.resetAt} >= ${since})`,
      ),
    )
    .orderBy(sql`${alert.resetAt} desc nulls first`)
    .limit(mostIncidents * 10);
  const spans = alerts.flatMap(({ type, ...span }) => {
    const kind = incidentKind(type);
    return kind ? [{ ...span, kind }] : [];
  });
  // What is down without a condition that says so is an incident all the same. A pause does not end it: nobody knows better.
  const down = monitors.flatMap(({ monitorId, ok, since: downSince }) =>
    ok === false && downSince ? [{ monitorId, kind: 'outage' as const, since: downSince, until: null }] : [],
  );
  const held = await readHeld(database, ids);
  const incidents = incidentsOf([...spans, ...down].flatMap((span) => outsideMaintenance(span, held, now) ?? []));
  return { monitors, incidents, notices: await readNotices(database, id, remembered, mostNotices) };
}

async function readHeld(database: Database, ids: readonly number[]): Promise<Held[]> {
  if (ids.length === 0) return [];
  return database
    .select({
      monitorId: maintenanceWindow.nodeId,
      from: maintenanceWindow.startsAt,
      until: maintenanceWindow.endsAt,
    })
    .from(maintenanceWindow)
    .where(inArray(maintenanceWindow.nodeId, [...ids]));
}

async function readHistory(
  database: Database,
  { id }: Page,
  zone: string,
  now: Date,
): Promise<{ hours: Date[]; days: Date[]; byHour: History; byDay: History }> {
  const hours = hourStarts(now, hoursShown);
  const days = dayStarts(now, daysShown, zone);
  const [byHour, byDay] = [await countChecks(database, id, hours), await countChecks(database, id, days)];
  return { hours, days, byHour, byDay };
}

function replyOf(
  { title }: Page,
  { monitors, incidents, notices }: Current,
  { hours, days, byHour, byDay }: Awaited<ReturnType<typeof readHistory>>,
  now: Date,
): Reply {
  const nameOf = new Map(monitors.map(({ monitorId, name }) => [monitorId, name]));
  return {
    title,
    at: now.toISOString(),
    state: stateOf(monitors),
    hours: hours.map((start) => start.toISOString()),
    days: days.map((start) => start.toISOString()),
    monitors: monitors.map(({ monitorId, name, status: state, since, frequency, beats }) => {
      const [hourly, daily] = [sharesOf(byHour.get(monitorId), hours), sharesOf(byDay.get(monitorId), days)];
      return {
        name,
        status: state,
        since: state === 'paused' || state === 'maintenance' ? null : (since?.toISOString() ?? null),
        day: shareOf(together(hourly.counted)),
        quarter: shareOf(together(daily.counted)),
        frequency,
        // How a check went during maintenance is nobody's business, nor how long one took.
        beats: { at: beats.at, states: beats.states.replaceAll('D', 'U') },
        hours: hourly.shares,
        days: daily.shares,
      };
    }),
    notices: notices.map(({ title: told, startedAt, endedAt, updates }) => ({
      title: told,
      startedAt,
      endedAt,
      updates,
    })),
    incidents: incidents.slice(0, mostIncidents).map(({ monitorId, kind, since, until }) => ({
      name: nameOf.get(monitorId) ?? '',
      kind,
      since: since.toISOString(),
      until: until?.toISOString() ?? null,
    })),
  };
}

function sharesOf(counted: (Counted | undefined)[] = [], starts: readonly Date[]) {
  const shares = starts.map((_, index) => {
    const span = counted[index];
    return span ? shareOf(span) : null;
  });
  return { counted, shares };
}

/** Of what is watched: paused monitors say nothing. Not everything is down, nor up, while some are in maintenance. */
function stateOf(monitors: readonly Watched[]): Reply['state'] {
  const known = monitors.filter(({ status: state }) => state === 'up' || state === 'down');
  const down = known.filter(({ status: state }) => state === 'down').length;
  if (monitors.some(({ status: state }) => state === 'maintenance')) return down > 0 ? 'partial' : 'maintenance';
  if (known.length === 0) return 'unknown';
  if (down === 0) return 'up';
  return down === known.length ? 'down' : 'partial';
}
