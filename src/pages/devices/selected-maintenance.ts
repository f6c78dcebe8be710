import { suppressesOf, type Suppresses } from '#api/contract/maintenance-features.ts';
import type { DeviceListRow } from './device-columns.tsx';

const widest = ['ALL', 'NO_ANTIVIRUS', 'ALERTS', 'NOTIFICATIONS'] as const satisfies readonly Suppresses[];

/** What maintenance of the selected devices can suppress, and whether any may have one: everything where not all rows are loaded. */
export function maintenanceOf(
  ids: ReadonlySet<number>,
  rows: readonly (DeviceListRow | undefined)[],
): { suppresses: Suppresses; set: boolean } {
  const known = rows.flatMap((row) => (row !== undefined && ids.has(row.id) ? [row] : []));
  if (known.length < ids.size) return { suppresses: 'ALL', set: true };
  const kinds = new Set(known.map(({ nodeClass }) => suppressesOf(nodeClass)));
  return {
    suppresses: widest.find((kind) => kinds.has(kind)) ?? 'NOTIFICATIONS',
    set: known.some(({ maintenance }) => maintenance !== null),
  };
}
