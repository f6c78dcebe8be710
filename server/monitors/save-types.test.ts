import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { monitorWorld } from '#tests/server/monitor-world.ts';

const world = monitorWorld();

const of = (monitorType: string, more: Record<string, unknown> = {}) => ({
  // Nothing runs: these are about what is kept.
  enabled: false,
  ...world.place,
  monitorType,
  monitorName: `A ${monitorType}`,
  frequency: 3600,
  timeout: 5,
  conditions: [],
  ...more,
});
const outbound = {
  senderEmail: 'a@example.com',
  receiverEmail: 'b@example.com',
  smtpHostname: 'smtp.example.com',
  smtpPort: 465,
  smtpUseSSL: true,
  smtpUseTLS: false,
  smtpAuthRequired: true,
  senderUsername: 'sender',
};
const inbound = {
  fetchOption: 'POP',
  popHostname: 'pop.example.com',
  popPort: 995,
  popReceiverUsername: 'receiver',
  popUseSSL: true,
  popUseTLS: false,
};
const secrets = { senderPassword: 'open sesame', popReceiverPassword: 'open barley' };
const roundTrip = { emailOption: 'ROUND_TRIP', ...outbound, ...inbound };

async function saved(body: Record<string, unknown>, id?: number) {
  const answer = await (id === undefined
    ? world.admin.post('/cloudmonitor', body)
    : world.admin.put(`/cloudmonitor/${id}`, body));
  expect([answer.status, answer.body.fields]).toEqual([200, undefined]);
  return answer.body.cloudMonitor ?? {};
}
async function configOf(id: number): Promise<Record<string, unknown>> {
  const { rows } = await world.cairn.services.database.execute<{ config: Record<string, unknown> }>(
    sql`select config from cloud_monitor where node_id = ${id}`,
  );
  return rows[0]?.config ?? {};
}

describe('a monitor of each type', () => {
  it.each([
    ['DNS', { hostname: 'example.com', dnsServer: 'ns.example.com:5353' }],
    ['PORT_SCAN', { hostname: 'example.com', ports: '22, 8000-8010' }],
  ])('keeps what belongs to its type and nothing else: %s (F08-12, F08-13)', async (type, fields) => {
    const monitor = await saved(of(type, { ...fields, httpHostname: 'http://elsewhere.example/', smtpPort: 25 }));
    expect(monitor).toMatchObject({ monitorType: type, ...fields, status: 'paused' });
    expect(await configOf(Number(monitor.id))).toEqual(fields);
  });

  it('seals the passwords of mail servers and keeps those that are left out (F08-58, F08-59)', async () => {
    const monitor = await saved(of('EMAIL', { ...roundTrip, ...secrets }));
    const id = Number(monitor.id);
    expect(monitor).toMatchObject({
      nodeType: 'CLOUD_MONITOR_TARGET_EMAIL_SERVER',
      senderPasswordSet: true,
      popReceiverPasswordSet: true,
      imapReceiverPasswordSet: false,
      httpPasswordSet: false,
    });
    expect(JSON.stringify([monitor, await configOf(id)])).not.toMatch(/open (sesame|barley)/);
    const { senderPassword, popReceiverPassword } = await configOf(id);
    await saved(of('EMAIL', { ...roundTrip, monitorName: 'Renamed' }), id);
    expect(await configOf(id)).toMatchObject({ senderPassword, popReceiverPassword });
    await saved(of('EMAIL', { emailOption: 'SEND', ...outbound }), id);
    expect(await configOf(id)).not.toHaveProperty('popReceiverPassword');
  });

  it('asks for a password again when it would go to another server', async () => {
    const { id } = await saved(of('EMAIL', { ...roundTrip, ...secrets }));
    const elsewhere = await world.admin.put(
      `/cloudmonitor/${Number(id)}`,
      of('EMAIL', { ...roundTrip, popHostname: 'pop.elsewhere.example' }),
    );
    expect([elsewhere.status, elsewhere.body.fields]).toEqual([400, { '/popReceiverPassword': 'Required' }]);
  });

  const agent = { hostname: 'switch.example.com', snmpPort: 161, snmpOid: '1.3.6.1.2.1.1.3.0', snmpRetries: 1 };
  const user = { snmpVersion: 'V3', snmpUsername: 'watcher', snmpSecurity: 'AUTH_PRIV' };
  const protocols = { snmpAuthProtocol: 'SHA256', snmpPrivProtocol: 'AES' };
  const keys = { snmpAuthKey: 'open sesame', snmpPrivKey: 'open barley' };

  it('seals the community and the keys of an SNMP agent, and keeps those of the version alone', async () => {
    const monitor = await saved(of('SNMP', { ...agent, ...user, ...protocols, ...keys, snmpCommunity: 'open rye' }));
    const id = Number(monitor.id);
    expect(monitor).toMatchObject({ snmpAuthKeySet: true, snmpPrivKeySet: true, snmpCommunitySet: false });
    expect(JSON.stringify([monitor, await configOf(id)])).not.toMatch(/open (sesame|barley|rye)/);
    const { snmpAuthKey } = await configOf(id);
    await saved(of('SNMP', { ...agent, ...user, ...protocols, monitorName: 'Renamed' }), id);
    expect(await configOf(id)).toMatchObject({ snmpAuthKey });
    await saved(of('SNMP', { ...agent, snmpVersion: 'V2C', snmpCommunity: 'open rye' }), id);
    expect(Object.keys(await configOf(id)).toSorted()).toEqual(
      [...Object.keys(agent), 'snmpCommunity', 'snmpVersion'].toSorted(),
    );
    expect(JSON.stringify(await configOf(id))).not.toContain('open rye');
  });

  it('exports an SNMP monitor without its community, which the file names as left out', async () => {
    await saved(of('SNMP', { ...agent, snmpVersion: 'V1', snmpCommunity: 'open rye', monitorName: 'Exported agent' }));
    const { body } = await world.admin.post('/cloudmonitor/export', { format: 'json', search: 'Exported agent' });
    const { monitors } = JSON.parse(String(body['text'])) as { monitors: unknown[] };
    expect(monitors).toMatchObject([{ ...agent, snmpVersion: 'V1', secretsLeftOut: ['snmpCommunity'] }]);
    expect(body['text']).not.toContain('open rye');
  });

  it('asks for the community again when it would go to another agent', async () => {
    const { id } = await saved(of('SNMP', { ...agent, snmpVersion: 'V1', snmpCommunity: 'open rye' }));
    const elsewhere = of('SNMP', { ...agent, snmpVersion: 'V1', hostname: 'elsewhere.example' });
    const answer = await world.admin.put(`/cloudmonitor/${Number(id)}`, elsewhere);
    expect([answer.status, answer.body.fields]).toEqual([400, { '/snmpCommunity': 'Required' }]);
  });

  it('keeps the conditions on an SNMP value', async () => {
    const common = { runCount: 1, resetThreshold: 10, severity: 'MAJOR', priority: 'LOW', conditionName: 'Value' };
    const conditions = [
      { ...common, type: 'SnmpText', snmpMatch: 'DIFFERS', snmpText: 'up' },
      { ...common, type: 'SnmpNumber', snmpBound: 'ABOVE', snmpNumber: 80 },
    ];
    const monitor = await saved(of('SNMP', { ...agent, snmpVersion: 'V1', snmpCommunity: 'open rye', conditions }));
    expect(monitor.conditions).toMatchObject(conditions);
    expect([0, 1].map((index) => String(monitor.conditions?.[index]?.description))).toEqual([
      'The value differs from “up” in one check. Resets after 10 minutes without a failure.',
      'The value is above 80 in one check. Resets after 10 minutes without a failure.',
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    [
      'an OID in words',
      of('SNMP', { ...agent, snmpVersion: 'V1', snmpCommunity: 'a', snmpOid: 'sysName' }),
      '/snmpOid',
    ],
    ['no keys', of('SNMP', { ...agent, ...user, ...protocols }), '/snmpPrivKey'],
    [
      'too many retries',
      of('SNMP', { ...agent, snmpVersion: 'V1', snmpCommunity: 'a', snmpRetries: 6 }),
      '/snmpRetries',
    ],
    ['ports that are none', of('PORT_SCAN', { hostname: 'example.com', ports: '22, 99999' }), '/ports'],
    ['no ports', of('PORT_SCAN', { hostname: 'example.com' }), '/ports'],
    ['no name to look up', of('DNS'), '/hostname'],
    ['no mail server', of('EMAIL', { ...roundTrip, ...secrets, smtpHostname: '' }), '/smtpHostname'],
    ['an address that is none', of('EMAIL', { ...roundTrip, ...secrets, receiverEmail: 'b' }), '/receiverEmail'],
    ['no option', of('EMAIL', { ...outbound, ...secrets }), '/emailOption'],
  ])('is refused with %s (F08-80)', async (_, body, pointer) => {
    const answer = await world.admin.post('/cloudmonitor', { ...body, ...world.place });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toContain(pointer);
  });

  it('keeps the parameters of each condition, and tells them in a sentence (F08-61, F08-62)', async () => {
    const common = { resetThreshold: 10, severity: 'MAJOR', priority: 'LOW', conditionName: 'Record' };
    const record = {
      type: 'DnsRecordType',
      runCount: 2,
      dnsRecordType: 'TXT',
      contains: 'NOT_CONTAINS',
      keyword: 'v=spf1',
    };
    const expiry = { type: 'WhoisExpiration', daysUntilWhoisExpiration: 30 };
    const conditions = [
      { ...record, ...common },
      { ...expiry, ...common },
    ];
    const monitor = await saved(of('DNS', { hostname: 'example.com', conditions }));
    expect(monitor.conditions).toMatchObject([
      { ...record, notificationAction: 'NONE', notificationChannelIds: [], ticketingAction: 'NONE' },
      expiry,
    ]);
    expect(String(monitor.conditions?.[0]?.description)).toContain('v=spf1');
    expect(monitor.conditions?.[1]).not.toHaveProperty('runCount');
  });
});
