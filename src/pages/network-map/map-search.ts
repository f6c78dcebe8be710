/** What the address of the map says: the location, the view, and the device that is chosen. */
export interface MapSearch {
  locationId?: number | undefined;
  view?: 'map' | 'table';
  deviceId?: number | undefined;
}

export function networkMapPath(organizationId: number, { locationId, view, deviceId }: MapSearch = {}): string {
  const search = new URLSearchParams();
  if (locationId !== undefined) search.set('location', String(locationId));
  if (view !== undefined) search.set('view', view);
  if (deviceId !== undefined) search.set('device', String(deviceId));
  const path = `/customerDashboard/${organizationId}/network`;
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

export function mapSearchIn({ location, view, device }: Record<string, unknown>): MapSearch {
  const [locationId, deviceId] = [idIn(location), idIn(device)];
  return {
    ...(locationId !== undefined && { locationId }),
    ...((view === 'map' || view === 'table') && { view }),
    ...(deviceId !== undefined && { deviceId }),
  };
}

function idIn(given: unknown): number | undefined {
  const id = Number(given);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : undefined;
}
