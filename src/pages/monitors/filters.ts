import type { CallInput, CallReply } from '#api/client.ts';
import { typeTitles } from '#schemas/cloud-monitor/types.ts';

type ListFilter = NonNullable<NonNullable<CallInput<'listMonitors'>['query']>['status']>;
type MonitorType = CallReply<'readMonitor'>['monitorType'];

export const states = ['down', 'up', 'unknown', 'paused', 'maintenance'] as const satisfies ListFilter[];
export const types = Object.keys(typeTitles) as MonitorType[];

/** What the list is narrowed to; it stands in the address. */
export interface Filters {
  /** In maintenance: whatever the checks say. */
  status?: ListFilter;
  type?: MonitorType;
  clientId?: number;
  /** Custom fields, as `CustomFilter` has them. */
  custom?: string;
}

/** Characters; see `CustomFilter`. */
const longestCustom = 2000;
const monitorsPath = '/cloudMonitors';

export function filteredPath({ status, type, clientId, custom }: Filters): string {
  const search = new URLSearchParams();
  if (status) search.set('status', status);
  if (type) search.set('type', type);
  if (clientId) search.set('organization', String(clientId));
  if (custom) search.set('custom', custom);
  return search.size === 0 ? monitorsPath : `${monitorsPath}?${search.toString()}`;
}

/** What an address says that can be meant. */
export function filtersIn({ status, type, organization, custom }: Record<string, unknown>): Filters {
  const state = states.find((each) => each === status);
  const kind = types.find((each) => each === type);
  const id = Number(organization);
  return {
    ...(state && { status: state }),
    ...(kind && { type: kind }),
    ...(Number.isInteger(id) && id > 0 && { clientId: id }),
    ...(typeof custom === 'string' && custom !== '' && custom.length <= longestCustom && { custom }),
  };
}
