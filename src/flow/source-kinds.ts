import type { SourceName } from './source-names.ts';

interface SourceKind {
  /** The schema of a field whose choices come from the source. */
  value: { type: 'string' | 'integer'; format?: 'country' | 'time-zone'; maxLength?: number };
  /** The source of the field whose answer decides what this one offers. */
  within?: SourceName;
  /** It fits the flow that has it and no other: it offers what that flow works on. */
  own?: true;
}

const id = { type: 'integer' } as const;
const text = { type: 'string', maxLength: 100 } as const;
const zone = { type: 'string', format: 'time-zone' } as const;

/** What a field holds whose choices come from a source, and what the source needs of the screen. */
export const sourceKinds: Readonly<Record<SourceName, SourceKind>> = {
  organization: { value: id },
  monitor: { value: id },
  country: { value: { type: 'string', format: 'country' } },
  language: { value: text },
  timeZone: { value: zone },
  organizationTimeZone: { value: text, own: true },
  zoneOfOrganization: { value: zone, within: 'organization', own: true },
  notificationChannel: { value: id },
  escalationChannel: { value: id, own: true },
  alertTechnician: { value: id, within: 'organization', own: true },
  alertReceiver: { value: text, within: 'organization', own: true },
  ticketTemplate: { value: id, own: true },
  ticketRuleset: { value: id, own: true },
  location: { value: id, within: 'organization' },
  networkProbe: { value: id, within: 'location' },
  snmpCredential: { value: id, within: 'organization' },
  telnetSshCredential: { value: id, within: 'organization' },
  vmDelegate: { value: id, within: 'organization' },
  basicCredential: { value: id, within: 'organization' },
  domainController: { value: id, within: 'organization' },
  directoryCredential: { value: id, within: 'organization' },
  scriptCategory: { value: id },
  installScript: { value: id, own: true },
  parentPolicy: { value: id, own: true },
};
