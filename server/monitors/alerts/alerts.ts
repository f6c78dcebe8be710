import { sql, type SQL } from 'drizzle-orm';
import type { Queries } from '../../database/database.ts';
import type { AlertNews, EndReason } from '../../database/schema/monitors.ts';
import type { Live } from '../../live/messages.ts';
import type { AlertWork } from '../results/store-records.ts';
import type { AlertNotices } from './alert-notices.ts';
import { isGone, readAlertRow, type AlertRow } from './alert-row.ts';
import { noteHeldAlert, noteHeldMessage } from '../../maintenance/suppressed.ts';
import { heldBy, told } from './told.ts';
import { isStandingNodeId } from '../../access/visibility.ts';

export interface AlertOptions {
  live: Live;
  notices: AlertNotices;
  describe(condition: Readonly<Record<string, unknown>>): string;
}

export interface Alerts extends AlertWork {
  /** Ends the open alerts of conditions that are watched no more: no check will reset them. `where` is about `alert`. */
  end(tx: Queries, where: SQL, reason: EndReason, now: Date): Promise<void>;
}

/** Writes alerts, and what they send, in the transaction of the check that led to them: none is lost, none told twice. */
export function createAlerts({ live, notices, describe }: AlertOptions): Alerts {
  async function tell(tx: Queries, row: AlertRow, news: AlertNews, at: Date): Promise<void> {
    // Webhooks hear what the console shows, and whether that is in maintenance.
    await notices.toWebhooks(tx, row, news, at);
    await live.announce(tx, 'alert', [row.id]);
    // An alert that goes with its monitor leaves nothing behind that could notify later.
    const gone = isGone(row);
    const technicians = told(news, { quiet: row.maintenance && !gone, owed: row.techniciansOwed });
    const channels = told(news, { quiet: row.quietChannels && !gone, owed: row.channelsOwed });
    if (technicians.tells) await notices.toTechnicians(tx, row, news, at, at);
    if (channels.tells) await notices.toChannels(tx, row, news, at, at);
    for (const kind of heldBy(row, news, { technicians, channels }))
      await noteHeldMessage(tx, { alertId: row.id, kind, news }, at);
    if (technicians.owed !== row.techniciansOwed || channels.owed !== row.channelsOwed)
      await tx.execute(
        sql`update alert set technicians_owed = ${technicians.owed}, channels_owed = ${channels.owed} where id = ${row.id}`,
      );
  }

  async function close(tx: Queries, where: SQL, reason: EndReason | null, now: Date): Promise<void> {
    const { rows } = await tx.execute<{ id: number }>(sql`
      update alert set reset_at = ${now.toISOString()}, end_reason = ${reason} where reset_at is null and ${where} returning id`);
    for (const { id } of rows) {
      const row = await readAlertRow(tx, id, now);
      if (row) await tell(tx, row, reason === null ? 'reset' : 'ended', now);
    }
  }

  return {
    async raise(tx, conditionId, { kind, message }, { at }) {
      const [condition] = (
        await tx.execute<{ type: string; parameters: Record<string, unknown>; resetThreshold: number }>(sql`
        select type, parameters, reset_threshold as "resetThreshold" from monitor_condition where id = ${conditionId} for key share`)
      ).rows;
      if (!condition) return;
      const description = describe({
        ...condition.parameters,
        type: condition.type,
        resetThreshold: condition.resetThreshold,
      });
      const suffix = kind === 'UNANSWERED' ? ' (could not be checked)' : '';
      const raised = new Date(at);
      const { rows } = await tx.execute<{ id: number }>(sql`
        insert into alert (monitor_id, condition_id, kind, condition_name, description, severity, priority, message, raised_at)
        select monitor_id, id, ${kind}, condition_name || ${suffix}, ${description}, severity, priority, ${message}, ${raised.toISOString()}
        from monitor_condition where id = ${conditionId} and ${isStandingNodeId(sql.raw('monitor_condition.monitor_id'))}
        on conflict (condition_id, kind) where reset_at is null do nothing returning id`);
      const row = rows[0] && (await readAlertRow(tx, rows[0].id, raised));
      if (row) await tell(tx, row, 'raised', raised);
    },
    reset: (tx, conditionId, { kind }, { at }) =>
      close(
        tx,
        sql`condition_id = ${conditionId} and kind = ${kind} and ${isStandingNodeId(sql.raw('alert.monitor_id'))}`,
        null,
        new Date(at),
      ),
    hold: (tx, conditionId, { message }, { at }) => noteHeldAlert(tx, conditionId, message, new Date(at)),
    end: close,
    async settle(tx, { monitorId, at }) {
      const now = new Date(at);
      const { rows } = await tx.execute<{ id: number }>(sql`
        select id from alert where monitor_id = ${monitorId} and (technicians_owed is not null or channels_owed is not null)
        order by id for update`);
      for (const { id } of rows) {
        const row = await readAlertRow(tx, id, now);
        // Another window may have begun meanwhile.
        if (!row || row.maintenance) continue;
        const when = (news: AlertNews) => new Date(news === 'raised' ? row.raisedAt : (row.resetAt ?? now));
        const { techniciansOwed, channelsOwed } = row;
        if (techniciansOwed) await notices.toTechnicians(tx, row, techniciansOwed, when(techniciansOwed), now);
        if (channelsOwed) await notices.toChannels(tx, row, channelsOwed, when(channelsOwed), now);
        await tx.execute(sql`update alert set technicians_owed = null, channels_owed = null where id = ${id}`);
      }
    },
  };
}
