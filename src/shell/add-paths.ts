/** Where each thing is added. Organizations and monitors have editors of their own; a technician is added on the list. */
export const addPaths = {
  organization: '/editor/customer',
  monitor: '/editor/cloudMonitor',
  technician: '/administration/users/technicians?add=true',
} as const;

export function editOrganizationPath(id: number): string {
  return `/editor/customer/${id}`;
}
/** F08-02 */
export function editMonitorPath(id: number): string {
  return `/wizard/cloudMonitor/${id}`;
}
export function organizationPath(id: number): string {
  return `/customerDashboard/${id}/overview`;
}
export function monitorPath(id: number): string {
  return `/cloudMonitorDashboard/${id}`;
}
