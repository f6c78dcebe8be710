import { sql, type AnyColumn, type SQL } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { CustomFields } from '#api/contract/custom-fields.ts';
import { maintenanceFeatures, suppressesOf, suppressibleBy } from '#api/contract/maintenance-features.ts';
import type { MaintenanceWindow } from '#api/contract/maintenance.ts';
import { toShownCustom } from '../custom/custom-fields.ts';
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
  nodeClass: string;
}

/** What a window suppresses, and what nobody can change for a node of the class (F09-06, F09-17, F09-21 … F09-24). */
function optionsReply(held: HeldOptions, nodeClass: string): Pick<WindowReply, 'options' | 'disabledOptions'> {
  const known: readonly string[] = suppressibleBy[suppressesOf(nodeClass)];
  const { alerts = false, patching = false, avScans = false, tasks = false, notificationChannels = false } = held;
  return {
    options: { notifications: true, alerts, patching, avScans, tasks, notificationChannels },
    disabledOptions: ['notifications', ...maintenanceFeatures.filter((feature) => !known.includes(feature))],
  };
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

export function windowReply(
  screens: ScreenLibrary,
  row: typeof maintenanceWindow.$inferSelect,
  nodeClass: string,
): WindowReply {
  const { id, startsAt, endsAt, options, reasonMessage, repeat, setBy, setAt } = row;
  return {
    id,
    startTime: seconds(startsAt),
    endTime: endsAt && seconds(endsAt),
    ...optionsReply(options, nodeClass),
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
    'options', w.options, 'reasonMessage', w.reason_message, 'custom', w.custom, 'repeat', w.repeat, 'setBy', w.set_by, 'setAt', w.set_at,
    'nodeClass', node.node_class)
  from maintenance_window w where w.node_id = node.id and (w.ends_at is null or w.ends_at > now()))`;

export function openWindowReply(screens: ScreenLibrary, row: WindowRow | null): WindowReply | null {
  if (row === null) return null;
  const { nodeClass, ...window } = row;
  return {
    ...window,
    ...optionsReply(row.options, nodeClass),
    custom: toShownCustom(screens, 'maintenance', row.custom),
    setAt: new Date(row.setAt).toISOString(),
  };
}

/** Whether a node is in maintenance now. */
export function inMaintenance(nodeId: AnyColumn): SQL<boolean> {
  return sql`exists (select 1 from maintenance_window w where w.node_id = ${nodeId} and w.starts_at <= now()
    and (w.ends_at is null or w.ends_at > now()))`;
}
