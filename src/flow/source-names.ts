/** The option sources that screen documents may name. */
export const sourceNames = [
  'organization',
  'monitor',
  'country',
  'language',
  'timeZone',
  'organizationTimeZone',
  'zoneOfOrganization',
  'notificationChannel',
  'escalationChannel',
  'alertTechnician',
  'alertReceiver',
  'ticketTemplate',
  'ticketRuleset',
  'location',
  'networkProbe',
  'snmpCredential',
  'telnetSshCredential',
  'vmDelegate',
  'basicCredential',
  'domainController',
  'directoryCredential',
  'scriptCategory',
  'installScript',
  'parentPolicy',
] as const;

/** The trees that screen documents may name. */
export const treeNames = ['monitorObjects', 'directory'] as const;

export type SourceName = (typeof sourceNames)[number];
