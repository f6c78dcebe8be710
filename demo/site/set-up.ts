import { withDatabase } from '#server/commands/with-database.ts';
import { connect } from '#server/database/connect.ts';
import { community, v3User } from '../network/devices.ts';
import { sshLogin } from '../network/ssh-service.ts';
import { domainLogin } from '../servers/customer.ts';
import { addresses } from '../servers/addresses.ts';
import { login as esxiLogin } from '#tests/peers/vsphere-peer.ts';
import { createApi, listOf, partOf, send, type Api } from './api.ts';
import { storeHistory, type AddedMonitor } from './history.ts';
import { monitors } from './monitors.ts';

export const administrator = { email: 'ada@northwind.example', firstName: 'Ada', lastName: 'Byron' };
export const technician = { email: 'grace@northwind.example', firstName: 'Grace', lastName: 'Hopper' };

interface Site {
  url: string;
  dataDirectory: string;
  setupToken: string;
  /** Of both people. */
  password: string;
}

/** Fills a new installation by its API, and its month of history. Answers the token with which the agent enrols. */
export async function setUpSite({ url, dataDirectory, setupToken, password }: Site): Promise<{ agentToken: string }> {
  const made = await send(url, {
    method: 'POST',
    path: '/setup',
    body: { token: setupToken, ...administrator, password, divisionName: 'Cairn demo' },
  });
  made.require();
  const api = createApi(url, made.cookie, password);
  // The customer of the demo is on loopback, which a new installation refuses.
  await api.put('/division', { allowOwnAddresses: true, snmpV3InDiscovery: true });
  const northwind = await addOrganization(api, 'Northwind Traders', ['Rotterdam', 'Delft']);
  const contoso = await addOrganization(api, 'Contoso Clinics', ['Main office']);
  await addPeople(api, url, password, [northwind.clientId, contoso.clientId]);
  await addCredentials(api, northwind.clientId);
  const { channel } = await api.post('/notificationchannel', {
    name: 'Receiver of the demo',
    channelType: 'WEBHOOK',
    enabled: true,
    url: `http://${addresses.receiver.host}:${addresses.receiver.port}/`,
  });
  const added: AddedMonitor[] = [];
  for (const { body, conditions, past } of monitors) {
    const reply = await api.post('/cloudmonitor', {
      ...body,
      ...northwind,
      conditions: conditions.map((condition) => ({ ...condition, notificationChannelIds: [idOf(channel)] })),
    });
    added.push({ id: idOf(reply['cloudMonitor']), condition: conditionOf(reply), past });
  }
  await addMaintenance(api, added);
  await withDatabase({ dataDirectory }, async (connection) => {
    const { pool, database } = connect(connection, () => undefined, { connections: 2 });
    const by = `${technician.firstName} ${technician.lastName}`;
    await storeHistory(database, added, { now: Date.now(), technician: by }).finally(() => pool.end());
  });
  const { token } = await api.post('/device/enrollment', northwind);
  return { agentToken: String(token) };
}

interface Place {
  clientId: number;
  locationId: number;
}

async function addOrganization(api: Api, name: string, locations: readonly string[]): Promise<Place> {
  const client = partOf(
    await api.post('/client', { name, locations: locations.map((each) => ({ name: each })) }),
    'client',
  );
  return { clientId: idOf(client), locationId: idOf(listOf(client, 'locations')[0]) };
}

/** A technician who sees the two organizations, and can sign in. */
async function addPeople(api: Api, url: string, password: string, organizations: readonly number[]): Promise<void> {
  const grants = organizations.flatMap((entityId) =>
    ['NODE:View', 'NODE:Update', 'NODE:Create', 'ORGANIZATION:View'].map((permission) => ({ permission, entityId })),
  );
  const { activationLink } = await api.post('/appuser', { ...technician, userType: 'TECHNICIAN', grants });
  const token = String(activationLink).split('token=')[1] ?? '';
  (await send(url, { method: 'POST', path: '/activation', body: { token, password } })).require();
}

async function addCredentials(api: Api, clientId: number): Promise<void> {
  const credentials = [
    { name: 'SNMP community', credentialType: 'SNMP_V2C', community },
    {
      name: 'SNMP v3',
      credentialType: 'SNMP_V3',
      username: v3User.name,
      security: 'AUTH_PRIV',
      authProtocol: 'SHA256',
      authKey: v3User.authKey,
      privProtocol: 'AES',
      privKey: v3User.privKey,
    },
    { name: 'vSphere host', credentialType: 'BASIC', ...esxiLogin },
    { name: 'Domain administrator', credentialType: 'BASIC', ...domainLogin },
    { name: 'Servers', credentialType: 'TELNET_SSH', ...sshLogin },
  ];
  for (const credential of credentials) await api.post('/credential', { clientId, ...credential });
}

/** Booking is in maintenance now, the shop every Sunday at night. */
async function addMaintenance(api: Api, added: readonly AddedMonitor[]): Promise<void> {
  const byName = (name: string) =>
    added.filter((_, index) => monitors[index]?.body.monitorName === name).map(({ id }) => id);
  const window = { options: { notifications: true, alerts: true, notificationChannels: true }, override: true };
  await api.post('/maintenance', {
    ...window,
    schedule: {
      startTime: null,
      endTime: null,
      minutes: 120,
      repeat: { repeats: 'WEEKLY', daysOfWeek: ['SUN'], runAtHour: 2, runAtMinute: 0 },
    },
    reasonMessage: 'Updates of the shop',
    monitorIds: byName('Web shop'),
  });
  await api.post('/maintenance', {
    ...window,
    schedule: { startTime: null, endTime: null, minutes: 240 },
    reasonMessage: 'Move of the booking database',
    monitorIds: byName('Booking'),
  });
}

function conditionOf(reply: Record<string, unknown>): AddedMonitor['condition'] {
  const [condition = {}] = listOf(partOf(reply, 'cloudMonitor'), 'conditions');
  const text = (name: string) => String(condition[name] ?? '');
  return {
    id: idOf(condition),
    conditionName: text('conditionName'),
    description: text('description'),
    severity: text('severity'),
    priority: text('priority'),
  };
}

function idOf(value: unknown): number {
  if (typeof value === 'object' && value !== null && 'id' in value) return Number(value.id);
  throw new Error('the reply has no id');
}
