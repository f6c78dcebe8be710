import type { CallName } from '#api/contract/catalogue.ts';

/** The calls whose replies a live message of this topic makes old. */
export const madeOldBy: Record<string, CallName[]> = {
  monitor: ['listMonitors', 'readMonitor', 'listResults', 'systemOverview'],
  alert: ['listAlerts', 'listMonitors', 'readMonitor', 'systemOverview', 'searchOrganizations'],
  organization: ['listOrganizations', 'searchOrganizations', 'readOrganization', 'listLocations', 'systemOverview'],
  user: ['listUsers', 'readUser'],
  draft: ['listDrafts'],
  division: ['readDivision'],
  session: ['listSessions'],
  node: ['listNodes', 'readNode', 'searchDevices', 'readDevice', 'systemOverview'],
};
