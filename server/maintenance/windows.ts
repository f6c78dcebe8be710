import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import type { MaintenanceWindow } from '#api/contract/maintenance.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
import { node } from '../database/schema/nodes.ts';
import type { HeldOptions, maintenanceWindow } from '../database/schema/maintenance.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';

type WindowReply = Static<typeof MaintenanceWindow>;

/** A window as a query over nodes has it, in one column. */
interface WindowRow {
  id: number;
  startTime: number;
  endTime: number | null;
  options: HeldOptions;
  reasonMessage: string;
  custom: CustomFields;
  repeat: WindowReply['repeat'];
  setBy: string;
  setAt: string;
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function windowReply(screens: ScreenLibrary, row: typeof maintenanceWindow.$inferSelect): WindowReply {
  const { id, startsAt, endsAt, options, reasonMessage, repeat, setBy, setAt } = row;
  return {
    id,
    startTime: seconds(startsAt),
    endTime: endsAt && seconds(endsAt),
    options: { notifications: true, ...options },
    reasonMessage,
    custom: toShownCustom(screens, 'maintenance', row.custom),
    repeat,
    setBy,
    setAt: setAt.toISOString(),
  };
}

/** The window of a node that is active or coming, for queries over `node`; null without. */
export const openWindow: SQL<WindowRow | null> = sql`(
  select json_build_object('id', w.id, 'startTime', floor(extract(epoch from w.starts_at)), 'endTime', floor(extract(epoch from w.ends_at)),
    'options', w.options, 'reasonMessage', w.reason_message, 'custom', w.custom, 'repeat', w.repeat, 'setBy', w.set_by, 'setAt', w.set_at)
  from maintenance_window w where w.node_id = ${node.id} and (w.ends_at is null or w.ends_at > now()))`;

export function openWindowReply(screens: ScreenLibrary, row: WindowRow | null): WindowReply | null {
  return (
    row && {
      ...row,
      options: { notifications: true, ...row.options },
      custom: toShownCustom(screens, 'maintenance', row.custom),
      setAt: new Date(row.setAt).toISOString(),
    }
  );
}

/** Whether a node is in maintenance now. */
export function inMaintenance(nodeId: AnyColumn): SQL<boolean> {
  return sql`exists (select 1 from maintenance_window w where w.node_id = ${nodeId} and w.starts_at <= now()
    and (w.ends_at is null or w.ends_at > now()))`;
}
