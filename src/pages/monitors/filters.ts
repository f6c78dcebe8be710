import type { CallReply } from '#api/client.ts';
import type { MonitorState } from '../../parts/status.tsx';

type MonitorType = CallReply<'readMonitor'>['monitorType'];

export const states = ['down', 'up', 'unknown', 'paused'] as const satisfies MonitorState[];
export const types = ['PING', 'DNS', 'PORT_SCAN', 'HTTP', 'EMAIL'] as const satisfies MonitorType[];

/** What the list is narrowed to; it stands in the address. */
export interface Filters {
  status?: MonitorState;
  type?: MonitorType;
  clientId?: number;
}

const monitorsPath = '/cloudMonitors';

export function filteredPath({ status, type, clientId }: Filters): string {
  const search = new URLSearchParams();
  if (status) search.set('status', status);
  if (type) search.set('type', type);
  if (clientId) search.set('organization', String(clientId));
  return search.size === 0 ? monitorsPath : `${monitorsPath}?${search.toString()}`;
}

/** What an address says that can be meant. */
export function filtersIn({ status, type, organization }: Record<string, unknown>): Filters {
  const state = states.find((each) => each === status);
  const kind = types.find((each) => each === type);
  const id = Number(organization);
  return {
    ...(state && { status: state }),
    ...(kind && { type: kind }),
    ...(Number.isInteger(id) && id > 0 && { clientId: id }),
  };
}
