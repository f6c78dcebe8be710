import type { planKinds } from '#api/contract/deletion.ts';

/** What a plan counts, one of it and several. */
export const kindWords: Readonly<Record<(typeof planKinds)[number], readonly [string, string]>> = {
  locations: ['location', 'locations'],
  devices: ['device', 'devices'],
  vmHosts: ['VM host', 'VM hosts'],
  vmGuests: ['VM guest', 'VM guests'],
  monitors: ['cloud monitor', 'cloud monitors'],
  alerts: ['open alert', 'open alerts'],
  credentials: ['credential', 'credentials'],
  maintenance: ['maintenance window', 'maintenance windows'],
  statusPages: ['entry on a status page', 'entries on status pages'],
  directoryJobs: ['scheduled discovery', 'scheduled discoveries'],
  directoryDevices: ['directory computer', 'directory computers'],
  networkScans: ['network scan', 'network scans'],
  enrollments: ['enrollment token', 'enrollment tokens'],
  grants: ['user with permissions', 'users with permissions'],
  permissions: ['permission', 'permissions'],
  sessions: ['open session', 'open sessions'],
  apiKeys: ['API key', 'API keys'],
  secondFactors: ['second factor', 'second factors'],
  drafts: ['draft', 'drafts'],
  automations: ['automation', 'automations'],
};
