import type { CallName } from '#api/contract/catalogue.ts';

/** What a deletion and its undo change for whoever did it; others hear the live topics. */
export const madeOldByDeletions: readonly CallName[] = [
  'listDeletions',
  'searchDevices',
  'searchOrganizations',
  'listOrganizations',
  'listMonitors',
  'listAlerts',
  'systemOverview',
  'listUsers',
  'listEveryApiKey',
  'listPolicies',
  'listTicketTemplates',
];
