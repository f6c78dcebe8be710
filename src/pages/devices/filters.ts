import { deviceKinds, deviceStates, type DeviceKind } from '#api/contract/device-names.ts';

export type DeviceState = (typeof deviceStates)[number];

/** What the list is narrowed to; it stands in the address. */
export interface DeviceFilters {
  status?: DeviceState;
  kind?: DeviceKind;
  clientId?: number;
  /** Of the organization. */
  locationId?: number;
  /** Text that the name of the operating system contains. */
  os?: string;
}

const devicesPath = '/deviceSearch';
/** As many characters as the server takes. */
export const longestOs = 100;

export function filteredDevicesPath({ status, kind, clientId, locationId, os }: DeviceFilters): string {
  const search = new URLSearchParams();
  if (status) search.set('status', status);
  if (kind) search.set('kind', kind);
  if (clientId) search.set('organization', String(clientId));
  if (locationId) search.set('location', String(locationId));
  if (os) search.set('os', os);
  return search.size === 0 ? devicesPath : `${devicesPath}?${search.toString()}`;
}

/** What an address says that can be meant. */
export function deviceFiltersIn({ status, kind, organization, location, os }: Record<string, unknown>): DeviceFilters {
  const state = deviceStates.find((each) => each === status);
  const known = deviceKinds.find((each) => each === kind);
  const clientId = idIn(organization);
  const locationId = clientId && idIn(location);
  // The router makes a number of a text of digits: “2022”.
  const text = (typeof os === 'string' || typeof os === 'number' ? String(os) : '').slice(0, longestOs);
  return {
    ...(state && { status: state }),
    ...(known && { kind: known }),
    ...(clientId && { clientId }),
    ...(locationId && { locationId }),
    ...(text.trim() && { os: text }),
  };
}

function idIn(given: unknown): number | undefined {
  const id = Number(given);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : undefined;
}
