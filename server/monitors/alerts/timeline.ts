import { sql } from 'drizzle-orm';
import { isStandingUser } from '../../access/visibility.ts';
import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Actor } from '../../access/actor.ts';
import { signedIn } from '../../access/signed-in.ts';
import type { Queries } from '../../database/database.ts';
import type { AlertEventKind } from '../../database/schema/alerts.ts';
import type { DeliveryState } from '../../database/schema/deliveries.ts';
import { readAlert } from './read-alerts.ts';

type AlertDetail = ReplyOf<Catalogue['readAlert']>;
type Entry = AlertDetail['timeline'][number];

/** The latest of each source; an alert that repeats every minute for weeks has more. */
const most = 300;

/** An alert with what happened to it: its events, and the messages that it sent. @throws Refused `not_found` */
export async function readTimeline(db: Queries, actor: Actor, id: number): Promise<AlertDetail> {
  const alert = await readAlert(db, actor, id);
  const [events, deliveries] = [await readEvents(db, id), await readDeliveries(db, id)];
  const notices = noticesOf(deliveries, signedIn(actor).sysadmin);
  const told = new Set(notices.map(({ at, words }) => `${at} ${words}`));
  const timeline = [
    entry('RAISED', alert.raisedAt, alert.message || alert.description),
    // Its messages say the same, and what came of them, as long as they are kept.
    ...events.filter(({ kind, at, words }) => !messageKinds.has(kind) || !told.has(`${at} ${words}`)),
    ...notices.map((notice) => ({ ...notice, words: '' })),
    ...(alert.resetAt === null
      ? []
      : [entry(alert.endReason === null ? 'RESET' : 'ENDED', alert.resetAt, alert.endReason ?? '')]),
  ];
  return {
    ...alert,
    timeline: timeline.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at) || rank(a) - rank(b)),
    shortened: events.length === most || deliveries.length === most,
  };
}

const messageKinds: ReadonlySet<string> = new Set(['REPEATED', 'ESCALATED']);

/** At the same instant messages follow what they tell of. */
function rank({ kind }: Entry): number {
  if (kind === 'RAISED') return 0;
  return kind === 'NOTIFIED' || kind === 'NOT_NOTIFIED' ? 2 : 1;
}

function entry(kind: Entry['kind'], at: string, words: string, by: string | null = null): Entry {
  return { kind, at, by, words, notice: null };
}

async function readEvents(db: Queries, id: number): Promise<Entry[]> {
  const { rows } = await db.execute<{ kind: AlertEventKind; at: string; by: string | null; words: string }>(sql`
    select kind, at, by, words from alert_event where alert_id = ${id} order by id desc limit ${most}`);
  return rows.map(({ kind, at, by, words }) => entry(kind, new Date(at).toISOString(), words, by));
}

type DeliveryRow = Record<string, unknown> & {
  at: string;
  event: string;
  channel: string | null;
  /** A technician's name, or an address of a channel. */
  to: string | null;
  state: DeliveryState;
  attempts: number;
  status: number | null;
  error: string | null;
  nextAttemptAt: string;
};

async function readDeliveries(db: Queries, id: number): Promise<DeliveryRow[]> {
  const { rows } = await db.execute<DeliveryRow>(sql`
    select * from (
      select d.created_at as at, d.event, ch.name as channel, d.recipient as to, d.state, d.attempts, d.status, d.error,
        d.next_attempt_at as "nextAttemptAt", d.id
      from notification_delivery d join notification_channel ch on ch.id = d.channel_id where d.alert_id = ${id}
      union all
      select m.created_at, 'alert.' || m.alert_news, null, coalesce(trim(u.first_name || ' ' || u.last_name), m.recipient), m.state,
        m.attempts, m.status, m.error, m.next_attempt_at, m.id
      from mail_outbox m left join app_user u on lower(u.email) = lower(m.recipient) and ${isStandingUser('u')}
      where m.alert_id = ${id}
    ) sent order by at desc, channel nulls last, id desc limit ${most}`);
  return rows.toReversed();
}

/** One entry for each event and channel. Addresses and the words of a failure are for administrators, as the channels are. */
function noticesOf(rows: readonly DeliveryRow[], sysadmin: boolean): Entry[] {
  const found = new Map<string, Entry>();
  for (const { at: created, event, channel, to, state, attempts, status, error, nextAttemptAt } of rows) {
    const at = new Date(created).toISOString();
    const key = JSON.stringify([at, event, channel]);
    const known = found.get(key) ?? {
      ...entry('NOTIFIED', at, channel ?? ''),
      notice: { event, channel, deliveries: [] },
    };
    found.set(key, known);
    known.notice?.deliveries.push({
      to: channel === null || sysadmin ? to : null,
      state,
      attempts,
      status,
      error: sysadmin ? error : null,
      nextAttemptAt: state === 'pending' ? new Date(nextAttemptAt).toISOString() : null,
    });
  }
  return [...found.values()];
}
