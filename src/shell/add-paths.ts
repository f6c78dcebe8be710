/** The route of the flow that adds each entity. */
export const addPaths = {
  organization: '/editor/customer',
  monitor: '/editor/cloudMonitor',
  technician: '/editor/user',
} as const;

export function editOrganizationPath(id: number): string {
  return `/editor/customer/${id}`;
}
/** A monitor is edited in the wizard that adds it (F08-02). */
export function editMonitorPath(id: number): string {
  return `/wizard/cloudMonitor/${id}`;
}
export function copyMonitorPath(id: number): string {
  return `/wizard/cloudMonitor/${id}/copy`;
}
export function editTechnicianPath(id: number): string {
  return `/editor/user/${id}`;
}
/** Adds a technician as a copy of another (C16-03). */
export function copyTechnicianPath(id: number): string {
  return `/editor/user/${id}/copy`;
}
export function organizationPath(id: number): string {
  return `/customerDashboard/${id}/overview`;
}
/** The page of a location, also for search results (C05-09). */
export function locationPath(organizationId: number, id: number): string {
  return `/customerDashboard/${organizationId}/location/${id}`;
}
export function monitorPath(id: number): string {
  return `/cloudMonitorDashboard/${id}`;
}
export function alertPath(id: number): string {
  return `/alerts/${id}`;
}
/** The dashboard of a VM host (C09-01). */
export function vmHostPath(id: number): string {
  return `/vmDashboard/${id}/overview`;
}
/** The dashboard of a device (C09-03). */
export function devicePath(id: number): string {
  return `/deviceDashboard/${id}/overview`;
}

/** The page of what an alert is about: a monitor, or a device. */
export function watchedPath({ monitorId, ofDevice }: { monitorId: number; ofDevice: boolean }): string {
  return ofDevice ? devicePath(monitorId) : monitorPath(monitorId);
}
