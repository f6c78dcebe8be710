import type { CredentialType } from '#api/contract/credentials.ts';
import { callApi, type CallReply } from '#api/client.ts';
import { offsetText, quickZones } from '../format/zone.ts';
import { languages } from '#engine/document/languages.ts';
import { noMail } from '#screens/cloud-monitor/no-mail.ts';
import type { Option, OptionSource } from '#screens/options/option-sources.tsx';
import { currentMe } from '../session/session.ts';
import type { SourceName } from './source-names.ts';

/** Every row of a table may ask for its choices; one request answers those that ask at once. */
function asOne<Reply>(ask: () => Promise<Reply>): () => Promise<Reply> {
  let asked: Promise<Reply> | undefined;
  return () => (asked ??= ask().finally(() => (asked = undefined)));
}

/** The types of credentials that a discovery may try by SNMP. */
const snmpVersions: Partial<Record<CredentialType, string>> = {
  SNMP_V1: 'SNMP v1',
  SNMP_V2C: 'SNMP v2c',
  SNMP_V3: 'SNMP v3',
};

const askOrganizations = asOne(() => callApi('listOrganizations'));
const askChannels = asOne(() => callApi('listChannelChoices'));

/** What each option source answers. */
export const optionAnswers: Readonly<Record<SourceName, OptionSource>> = {
  async organization() {
    const organizations = await askOrganizations();
    return organizations.map(({ id, name }) => ({ value: id, label: name }));
  },
  /** Monitors, whose ever they are; asked for once for all rows of a form. */
  monitor: () => {
    if (monitors === undefined || Date.now() - monitors.at > monitorsFreshMs)
      monitors = { at: Date.now(), asked: askMonitors() };
    return monitors.asked;
  },
  /** The fixed list of countries (C18-03), its code behind the name. */
  async country() {
    const { countries } = await import('#engine/vocabulary/countries.ts');
    return countries.map(({ code, name }) => ({ value: code, label: name, description: code }));
  },
  /** Languages that an organization may have: English, which needs no translation. */
  async language() {
    const [{ id, name }] = languages;
    return [{ value: id, label: name }];
  },
  /** Time zones with their offset now (C18-01, C18-08), the quick picks first (C18-07). */
  async timeZone(_, signal) {
    const zones = await callApi('listTimeZones', {}, { signal });
    const quick = quickZones.flatMap(({ id, name }) => {
      const found = zones.find(({ timeZoneId }) => timeZoneId === id);
      return found ? [{ value: id, label: `${name} (${offsetText(found.offset)})`, description: id }] : [];
    });
    const others = zones
      .filter(({ timeZoneId }) => !quickZones.some(({ id }) => id === timeZoneId))
      .map(({ timeZoneId, name }) => ({ value: timeZoneId, label: name }));
    return [...quick, ...others];
  },
  /** The zone of the service provider, or one of its own. */
  async organizationTimeZone(_, signal) {
    const [zones, division] = await Promise.all([
      callApi('listTimeZones', {}, { signal }),
      callApi('readDivision', {}, { signal }),
    ]);
    const own = zones.map(({ timeZoneId, name }) => ({ value: timeZoneId, label: name }));
    return [{ value: '_Division', label: `Division (${division.timeZoneId.replaceAll('_', ' ')})` }, ...own];
  },
  /** The zone by whose clocks the schedules of an organization run; none until one is chosen. */
  async zoneOfOrganization(organization) {
    const found = (await askOrganizations()).find(({ id }) => id === organization);
    return found === undefined ? [] : [{ value: found.timeZone, label: found.timeZone }];
  },
  /** Categories to which the person may add scripts (C12-42). */
  async scriptCategory(_, signal) {
    const categories = await callApi('listScriptCategories', {}, { signal });
    return categories.filter(({ may }) => may.canCreateScripts).map(({ id, name }) => ({ value: id, label: name }));
  },
  /** Scripts for an operating system that the person may run before and after an installer (C12-20). */
  async installScript(system, signal) {
    const scripts = await callApi('listScripts', {}, { signal });
    return scripts
      .filter(({ may, language, operatingSystems }) => {
        const isText = language !== 'binary_install' && language !== 'binary_run';
        return may.run && isText && operatingSystems.some((each) => each === system);
      })
      .map(({ id, name, description }) => ({ value: id, label: name, ...(description !== '' && { description }) }));
  },
  /** Policies of a role (F14-12); none until one is chosen. */
  async parentPolicy(role, signal) {
    if (typeof role !== 'string' || role === '') return [];
    const policies = await callApi('listPolicies', {}, { signal });
    return policies.filter(({ nodeClass }) => nodeClass === role).map(({ id, name }) => ({ value: id, label: name }));
  },
  notificationChannel: () => channelOptions(),
  /** For the form of a channel: nothing is added from there, since that form is what adds one. */
  escalationChannel: () => channelOptions(),
  /** Those of an organization; 0: of the whole division. */
  async alertTechnician(organization, signal) {
    const { candidates } =
      typeof organization === 'number' && organization > 0
        ? await callApi('readAlertDefaults', { params: { id: organization } }, { signal })
        : await callApi('readDivisionAlertDefaults', {}, { signal });
    return candidates.map(({ id, name }) => ({ value: id, label: name }));
  },
  /** Whom conditions of an organization's monitors notify that notify technicians. */
  async alertReceiver(organization, signal) {
    if (typeof organization !== 'number') return [];
    const defaults = await callApi('readAlertDefaults', { params: { id: organization } }, { signal });
    const people = defaults.mailConfigured ? defaults.receivers : [];
    return [
      ...people.map((name) => ({ value: `mail ${name}`, label: name, description: 'by mail' })),
      ...defaults.channels.map((name) => ({ value: `channel ${name}`, label: name, description: 'channel' })),
      ...(defaults.mailConfigured ? [] : [{ value: noMail, label: 'No mail server is set up.' }]),
    ];
  },
  // None can be made yet.
  ticketTemplate: async () => [],
  ticketRuleset: async () => [],
  /** Devices of a location that can discover its network (F02-41); none until a location is chosen. */
  async networkProbe(location, signal) {
    if (typeof location !== 'number') return [];
    const probes = await callApi('listNetworkProbes', { query: { locationId: location } }, { signal });
    return probes.map(agentOption);
  },
  /** SNMP v1 and v2c credentials of an organization, and v3 where the division says so (F02-34); none until one is chosen. */
  async snmpCredential(organization, signal) {
    if (typeof organization !== 'number') return [];
    const credentials = await callApi('listCredentials', { query: { clientId: organization } }, { signal });
    return credentials
      .filter(({ credentialType }) => credentialType !== 'SNMP_V3' || currentMe()?.snmpV3InDiscovery === true)
      .flatMap(({ id, name, credentialType }) => {
        const version = snmpVersions[credentialType];
        return version === undefined ? [] : [{ value: id, label: name, description: version }];
      });
  },
  /** Devices of an organization that can be the delegate of a VM host, read 50 at a time (F01-27); none until one is chosen. */
  async vmDelegate(organization, signal) {
    if (typeof organization !== 'number') return [];
    const found: CallReply<'listVmDelegates'>['items'] = [];
    for (;;) {
      const query = { clientId: organization, limit: DELEGATES_AT_ONCE, offset: found.length };
      const { items, total } = await callApi('listVmDelegates', { query }, { signal });
      found.push(...items);
      if (items.length === 0 || found.length >= Math.min(total, MOST_DELEGATES)) break;
    }
    return found.map(agentOption);
  },
  /** Telnet and SSH credentials of an organization (F02-07); none until one is chosen. */
  async telnetSshCredential(organization, signal) {
    if (typeof organization !== 'number') return [];
    const credentials = await callApi('listCredentials', { query: { clientId: organization } }, { signal });
    return ofType(credentials, 'TELNET_SSH');
  },
  /** Basic credentials of an organization; none until one is chosen. */
  async basicCredential(organization, signal) {
    if (typeof organization !== 'number') return [];
    const credentials = await callApi('listCredentials', { query: { clientId: organization } }, { signal });
    return ofType(credentials, 'BASIC');
  },
  /** The same, with the one that read the directory of the organization last as the first choice (F04-40). */
  async directoryCredential(organization, signal) {
    if (typeof organization !== 'number') return [];
    const query = { clientId: organization };
    const [credentials, { directoryCredentialId }] = await Promise.all([
      callApi('listCredentials', { query }, { signal }),
      callApi('readDirectorySettings', { query }, { signal }),
    ]);
    return ofType(credentials, 'BASIC').map((option) => ({
      ...option,
      ...(option.value === directoryCredentialId && { main: true as const }),
    }));
  },
  /** Devices of an organization that answer for a domain (F04-36); none until one is chosen. */
  async domainController(organization, signal) {
    if (typeof organization !== 'number') return [];
    const controllers = await callApi('listDomainControllers', { query: { clientId: organization } }, { signal });
    return controllers.map(({ id, name, domain, isUp, inability }) => ({
      value: id,
      label: isUp ? name : `${name} (offline)`,
      description: inability ?? domain,
    }));
  },
  /** Depends on the organization; none until one is chosen. */
  async location(organization, signal) {
    if (typeof organization !== 'number') return [];
    const locations = await callApi('listLocations', { params: { id: organization } }, { signal });
    return locations.map(({ id, name, address }, index) => ({
      value: id,
      label: name,
      // An organization's first location is its main one.
      ...(index === 0 ? { main: true as const } : {}),
      ...(address === '' ? {} : { description: address }),
    }));
  },
};

function ofType(credentials: CallReply<'listCredentials'>, type: CredentialType): Option[] {
  return credentials
    .filter(({ credentialType }) => credentialType === type)
    .map(({ id, name }) => ({ value: id, label: name }));
}

function agentOption({ nodeId, nodeName, isUp, inability }: CallReply<'listNetworkProbes'>[number]): Option {
  return {
    value: nodeId,
    label: isUp ? nodeName : `${nodeName} (offline)`,
    ...(inability !== null && { description: inability }),
  };
}

/** F01-27 */
const DELEGATES_AT_ONCE = 50;
const MOST_DELEGATES = 500;

async function channelOptions(): Promise<Option[]> {
  const channels = await askChannels();
  return channels.map(({ id, name, enabled }) => ({ value: id, label: enabled ? name : `${name} (off)` }));
}

const monitorsFreshMs = 10_000;
let monitors: { at: number; asked: Promise<Option[]> } | undefined;

async function askMonitors(): Promise<Option[]> {
  try {
    const choices = await callApi('listStatusChoices');
    return choices.map(({ id, monitorName, clientName }) => ({
      value: id,
      label: monitorName,
      description: clientName,
    }));
  } catch (error) {
    monitors = undefined;
    throw error;
  }
}
