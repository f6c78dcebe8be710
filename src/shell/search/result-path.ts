import type { CallReply } from '#api/client.ts';
import { devicePath, editTechnicianPath, locationPath, monitorPath, organizationPath } from '../add-paths.ts';

type Found = Pick<CallReply<'quickSearch'>['exact'][number], 'id' | 'type' | 'details'>;

/** The groups of results. */
export type ResultKind = 'devices' | 'monitors' | 'organizations' | 'locations' | 'technicians';

export function kindOf({ type, details }: Omit<Found, 'id'>): ResultKind {
  switch (type) {
    case 'DEVICE':
      return details.nodeType?.startsWith('CLOUD_MONITOR') ? 'monitors' : 'devices';
    case 'ORGANIZATION':
      return 'organizations';
    case 'LOCATION':
      return 'locations';
    case 'TECHNICIAN_USER':
      return 'technicians';
  }
}

/** The path that a result opens (C05-08, C05-09, C05-13, C05-21). */
export function resultPath(item: Found): string {
  switch (kindOf(item)) {
    case 'devices':
      return devicePath(item.id);
    case 'monitors':
      return monitorPath(item.id);
    case 'organizations':
      return organizationPath(item.id);
    case 'locations':
      return locationPath(item.details.clientId ?? 0, item.id);
    case 'technicians':
      return editTechnicianPath(item.id);
  }
}
