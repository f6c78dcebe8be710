import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import { calls } from '#api/contract/catalogue.ts';
import { userGrant } from '#server/database/schema/users.ts';
import { monitorImport, monitorImportRow } from '#server/database/schema/transfer.ts';
import { after } from '#server/monitors/transfer/imports.ts';
import type { GivenRow } from '#server/monitors/transfer/read-file.ts';
import { enrollBody } from '../server/agent-rig.ts';
import type { TestServer } from '../server/harness.ts';
import { visitor, type Json, type Visitor } from '../server/visitor.ts';
import { backupBody } from './backup-body.ts';
import { folderBody } from './folder-body.ts';
import { makeScan } from './network-scan-site.ts';
import { makeDirectory, type DirectorySite } from './directory-site.ts';

/** The ids of one organization and of what stands below it, and of what its user owns. */
export interface Site extends DirectorySite {
  marker: string;
  clientId: number;
  locationId: number;
  monitorId: number;
  alertId: number;
  nodeId: number;
  deviceKey: string;
  enrollmentId: number;
  importId: number;
  runId: string;
  /** Of a discovery by the device, which found one device. */
  discoveryId: string;
  uploadId: string;
  draftId: string;
  apiKeyId: number;
  securityKeyId: number;
  sessionId: number;
  userId: number;
  webhookId: number;
  channelId: number;
  statusPageId: number;
  ticketTemplateId: number;
  backupJobId: number;
  managedFolderId: number;
  policyId: number;
  /** Of the policy, to the organization. */
  policyAssignmentId: number;
  scriptId: number;
  /** An automation that installs from an address. */
  installerId: number;
  installerFileId: string;
  /** A run automation. */
  applicationId: number;
  scriptCategoryId: number;
  /** Of the script, on the device, which was offline. */
  scriptRunId: string;
  /** A scheduled reboot of the device. */
  rebootId: number;
  credentialId: number;
  networkScanId: number;
  /** Of that scan. */
  newDeviceId: number;
  /** An offline device with an agent, which is the delegate of the VM host and has tested another. */
  delegateId: number;
  vmHostId: number;
  vmTestId: string;
  /** The test of the VM host as it is saved. */
  esxiTestId: string;
  incidentId: number;
}

/** What nobody has. */
export const nowhere: Omit<Site, 'marker' | 'deviceKey'> = {
  clientId: 999_999,
  locationId: 999_999,
  monitorId: 999_999,
  alertId: 999_999,
  nodeId: 999_999,
  enrollmentId: 999_999,
  importId: 999_999,
  runId: '00000000-0000-4000-8000-0000000fffff',
  discoveryId: '00000000-0000-4000-8000-0000000ffffd',
  uploadId: '00000000-0000-4000-8000-0000000ffffe',
  draftId: '00000000-0000-4000-8000-00000000ffff',
  apiKeyId: 999_999,
  securityKeyId: 999_999,
  sessionId: 999_999,
  userId: 999_999,
  webhookId: 999_999,
  channelId: 999_999,
  statusPageId: 999_999,
  ticketTemplateId: 999_999,
  backupJobId: 999_999,
  managedFolderId: 999_999,
  policyId: 999_999,
  policyAssignmentId: 999_999,
  scriptId: 999_999,
  installerId: 999_999,
  installerFileId: '00000000-0000-4000-8000-000000000099',
  applicationId: 999_999,
  scriptCategoryId: 999_999,
  scriptRunId: '00000000-0000-4000-8000-0000000ffffa',
  rebootId: 999_999,
  credentialId: 999_999,
  networkScanId: 999_999,
  newDeviceId: 999_999,
  delegateId: 999_999,
  vmHostId: 999_999,
  controllerId: 999_999,
  basicCredentialId: 999_999,
  readingId: '00000000-0000-4000-8000-000000999999',
  validationId: '00000000-0000-4000-8000-000000999999',
  directoryDeviceId: 999_999,
  directoryJobId: 999_999,
  vmTestId: '00000000-0000-4000-8000-0000000ffffc',
  esxiTestId: '00000000-0000-4000-8000-0000000ffffb',
  incidentId: 999_999,
};

export const credentialBody = (clientId: number, name: string) => ({
  clientId,
  name,
  credentialType: 'SNMP_V2C',
  community: 'public',
});

/** A paused monitor of a site, as a request has it. */
export const monitorBody = ({ clientId, locationId }: Pick<Site, 'clientId' | 'locationId'>, monitorName: string) => ({
  enabled: false,
  clientId,
  locationId,
  monitorType: 'HTTP',
  monitorName,
  frequency: 3600,
  timeout: 5,
  httpHostname: 'http://site.example/',
  methodType: 'GET',
  authenticationType: 'NONE',
  saveResponseBody: true,
  saveCertificateInformation: true,
  requestBodyType: 'NONE',
  conditions: [condition],
});
export const condition = {
  type: 'HttpWebsiteFailed',
  enabled: true,
  conditionName: 'Website is down',
  runCount: 1,
  resetThreshold: 1,
  severity: 'CRITICAL',
  priority: 'HIGH',
  notificationAction: 'NONE',
};
/** A monitor as a file of an import has it. */
export const importedMonitor = (organization: string, location: string) => ({
  organization,
  location,
  monitorName: 'Imported',
  monitorType: 'HTTP',
  enabled: false,
  httpHostname: 'http://site.example/',
});
export const scriptBody = (name: string) => ({
  name,
  language: 'sh',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  script: 'echo hello',
  scriptVariables: [{ name: 'Log folder', type: 'TEXT' }],
});
export const installBody = (name: string) => ({
  name,
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  uploadType: 'URL',
  url: 'https://downloads.example.com/setup.run',
});
export const applicationBody = (name: string) => ({
  name,
  language: 'binary_run',
  operatingSystems: ['Linux'],
  categoriesIds: [3],
  binaryRunSettings: { runnableLocalPath: '/opt/tools/check' },
});
export const scriptRunBody = (scriptId: number, nodeId: number) => ({
  scriptId,
  deviceIds: [nodeId],
  parameters: '',
  variables: [],
  runAs: '',
  timeoutSeconds: 60,
});
const runOnce = {
  schema: '2.0',
  repeats: 'RUN_ONCE',
  repeatsEveryCount: 1,
  runAtHour: 3,
  runAtMinute: 30,
  dayOfMonth: 1,
  startDate: '2099-05-01',
  end: { type: 'AFTER', occurenceCount: 1, endDate: null },
  timeZone: 'Europe/Berlin',
};
/** An automation of a policy. */
export const automationBody = (scriptId: number, more: object = {}) => ({
  key: '6f1b8c1e-4a57-4a36-9d0f-0a4a2f3c5b11',
  enabled: true,
  scriptId,
  parameters: '',
  variables: [],
  runAs: '',
  timeoutSeconds: 60,
  schedule: runOnce,
  ...more,
});
export const rebootBody = (name: string, ...nodeIds: number[]) => ({
  name,
  description: '',
  enabled: true,
  runsOnNodeScheduledTask: true,
  adHoc: true,
  content: { skipIfOffline: true },
  scripts: { actionList: [] },
  schedule: runOnce,
  targets: nodeIds.map((targetId) => ({ targetId, scheduledTaskId: null, targetType: 'NODE' })),
});
export const maintenanceBody = (monitorId: number) => ({
  schedule: { startTime: null, endTime: null },
  options: { notifications: true, alerts: true, patching: true, avScans: true, tasks: false },
  monitorIds: [monitorId],
  override: true,
});
export const draftBody = (title: string) => ({
  flow: 'organization',
  title,
  subject: null,
  state: 'editing.details',
  screenVersions: {},
  snapshot: {},
  revision: randomUUID(),
});

/** The permissions that some call asks for. */
export const usedPermissions = [...new Set(calls.map(([, { permission }]) => permission))].filter(
  (permission): permission is PermissionName => !['public', 'session', 'sysadmin'].includes(permission),
);

/** A user whose grants a test sets as it goes. */
export interface Person {
  id: number;
  who: Visitor;
  /** Holds each of these for the organization, and those without an organization everywhere. */
  may(grants: readonly { permission: string; entityId: number | null }[]): Promise<void>;
}

export async function addPerson(server: TestServer, admin: Visitor, firstName: string): Promise<Person> {
  const added = await admin.post('/appuser', {
    firstName,
    lastName: 'Hopper',
    email: `${firstName.toLowerCase()}@example.com`,
  });
  const id = Number(added.body.appuser?.id);
  const who = visitor(server.url);
  const token = String(added.body.activationLink).split('token=')[1];
  const { status, body } = await who.post('/activation', { token, password: 'zeven paarse otters' });
  if (status !== 200) throw new Error(`activation answered ${status}: ${JSON.stringify(body)}`);
  const { database, sessions } = server.services;
  return {
    id,
    who,
    async may(grants) {
      await database.execute(sql`delete from user_grant where user_id = ${id}`);
      if (grants.length > 0) await database.insert(userGrant).values(grants.map((grant) => ({ userId: id, ...grant })));
      sessions.forget([id]);
    },
  };
}

/** Every permission that a call asks for, in one organization. */
export const everythingIn = (clientId: number) =>
  usedPermissions.map((permission) => ({
    permission,
    entityId: permission.startsWith('ORGANIZATION:') || permission.startsWith('NODE:') ? clientId : null,
  }));

async function fileOfInstaller(admin: Visitor, id: number): Promise<string> {
  const { body } = await admin.get(`/scripting/scripts/binaryScriptAttachments/${id}`);
  return String((body['runnableAttachment'] as unknown as { id: string }).id);
}

/** Makes an organization with one of everything; `owner` gets all permissions in it and owns its draft, key and import. */
export async function makeSite(server: TestServer, admin: Visitor, owner: Person, marker: string): Promise<Site> {
  const { database } = server.services;
  const must = async (answer: Promise<{ status: number; body: Json }>): Promise<Json> => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`${marker}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const { client } = await must(admin.post('/client', { name: marker, locations: [{ name: `${marker} office` }] }));
  const clientId = Number(client?.id);
  const place = { clientId, locationId: Number(client?.locations?.[0]?.id) };
  const { cloudMonitor } = await must(admin.post('/cloudmonitor', monitorBody(place, `${marker} monitor`)));
  const monitorId = Number(cloudMonitor?.id);
  const conditionId = Number(cloudMonitor?.conditions?.[0]?.id);
  const { rows } = await database.execute<{ id: number }>(sql`
    insert into alert (monitor_id, condition_id, condition_name, description, severity, priority, message, raised_at)
    values (${monitorId}, ${conditionId}, ${`${marker} condition`}, 'The website failed.', 'CRITICAL', 'HIGH', ${`${marker} message`}, now())
    returning id`);
  const spent = await must(admin.post('/device/enrollment', place));
  const device = await must(
    server.visitor().post('/agent/enroll', { ...enrollBody(String(spent.token)), hostName: `${marker}-host` }),
  );
  // So that an acknowledgement can be withdrawn, and a maintenance ended.
  await must(admin.put(`/alert/${Number(rows[0]?.id)}/acknowledgement`, {}));
  await admin.post('/maintenance', maintenanceBody(monitorId));
  const enrollment = await must(admin.post('/device/enrollment', place));
  await owner.may(everythingIn(clientId));
  const draftId = randomUUID();
  await must(owner.who.put(`/draft/${draftId}`, draftBody(`${marker} draft`)));
  const importId = await checkedImport(server, owner.id, marker);
  // Held by a process that is not there, for so long that no other takes it.
  const runId = randomUUID();
  await database.execute(sql`
    insert into run (id, kind, subject, user_id, ip, state, progress, holder, lease_until, last_seq, created_at, expires_at)
    values (${runId}, 'monitor-import', ${`${marker} file`}, ${owner.id}, '127.0.0.1', 'running',
      '{"stage":"write","stages":["write"],"done":1,"total":2}', ${randomUUID()}, now() + interval '1 day', 1, now(), now() + interval '1 day')`);
  await database.execute(
    sql`insert into run_item (run_id, seq, key, data) values (${runId}, 1, '1', '{"name":"Shop"}')`,
  );
  const { script } = await must(admin.post('/scripting/scripts', scriptBody(marker)));
  const installer = await must(admin.post('/scripting/scripts/upload-application', installBody(`${marker} installer`)));
  const application = await must(admin.post('/scripting/scripts/run-application', applicationBody(`${marker} check`)));
  const { category } = await must(admin.post('/scripting/categories', { name: `${marker} scripts` }));
  const scriptId = Number(script?.id);
  await database.execute(
    sql`update app_user set content = jsonb_set(content, '{runOnlyScriptCategories}', '[3]') where id = ${owner.id}`,
  );
  const scriptRun = await must(admin.post('/scripting/run', scriptRunBody(scriptId, Number(device.nodeId))));
  const reboot = await must(admin.post('/scheduledTask/reboot', rebootBody(`${marker} reboot`, Number(device.nodeId))));
  const discoveryId = await endedDiscovery(server, owner.id, Number(device.nodeId), clientId, `${marker} router`);
  const { credential } = await must(
    admin.post('/credential', { ...credentialBody(clientId, `${marker} switches`), expiresOn: '2026-01-31' }),
  );
  const probe = { ...place, nodeId: Number(device.nodeId), credentialId: Number(credential?.id), discoveryId };
  const backup = await must(admin.post('/backupjob', backupBody(probe.nodeId, 'Nightly', { jobComment: marker })));
  const folder = await must(
    admin.post('/managedfolder', folderBody(probe.nodeId, '/srv/images', { description: marker })),
  );
  const scan = await makeScan(server, probe, marker);
  const uploadId = randomUUID();
  await database.execute(sql`
    insert into upload (id, user_id, purpose, name, size, created_at, expires_at)
    values (${uploadId}, ${owner.id}, 'monitor-import', ${`${marker}.csv`}, 10, now(), now() + interval '1 day')`);
  const { rows: keys } = await database.execute<{ id: number }>(sql`
    insert into api_key (user_id, name, key_id, secret_hash, scope, expires_at)
    values (${owner.id}, ${`${marker} key`}, ${randomUUID()}, 'x', 'read', now() + interval '1 day') returning id`);
  const { rows: securityKeys } = await database.execute<{ id: number }>(sql`
    insert into security_key (user_id, name, credential_id, public_key, counter, transports)
    values (${owner.id}, ${`${marker} security key`}, ${randomUUID()}, 'x', 0, '[]') returning id`);
  const { rows: sessions } = await database.execute<{ id: number }>(sql`
    insert into session (user_id, token_hash, ip, user_agent, last_seen_at, expires_at)
    values (${owner.id}, ${randomUUID()}, '127.0.0.1', 'test', now(), now() + interval '1 day') returning id`);
  // Its owner has a second factor now, and has just confirmed it.
  await database.execute(sql`update session set mfa_at = now() where user_id = ${owner.id}`);
  server.services.sessions.forget([owner.id]);
  const directory = await makeDirectory(server, owner.id, place, marker);
  return {
    marker,
    ...place,
    monitorId,
    alertId: Number(rows[0]?.id),
    nodeId: Number(device.nodeId),
    deviceKey: String(device.key),
    enrollmentId: Number(enrollment.id),
    importId,
    runId,
    scriptId,
    installerId: Number(installer['automation']?.id),
    installerFileId: await fileOfInstaller(admin, Number(installer['automation']?.id)),
    applicationId: Number(application['automation']?.id),
    scriptCategoryId: Number(category?.id),
    scriptRunId: String(scriptRun.id),
    rebootId: Number(reboot.id),
    discoveryId,
    uploadId,
    draftId,
    apiKeyId: Number(keys[0]?.id),
    securityKeyId: Number(securityKeys[0]?.id),
    sessionId: Number(sessions[0]?.id),
    credentialId: Number(credential?.id),
    ...scan,
    ...(await makeVmHost(server, { userId: owner.id, ...place, ...directory }, marker)),
    ...directory,
    backupJobId: Number(backup['backupJob']?.id),
    managedFolderId: Number(folder['managedFolder']?.id),
    ...(await makeSettings(must, admin, { marker, monitorId, clientId })),
  };
}

export const hostFacts = {
  name: 'esxi',
  product: 'VMware ESXi 8.0.3',
  version: '8.0.3',
  build: '24022510',
  vendor: 'Dell Inc.',
  model: 'PowerEdge',
  uuid: '4c4c4544',
  cpuModel: 'Xeon',
  cpuSockets: 1,
  cpuCores: 8,
  cpuMHz: 16_000,
  memoryMB: 65_536,
  cpuUsedMHz: null,
  memoryUsedMB: null,
  upSeconds: null,
};

/** A VM host with one guest, its delegate, and tests of it and of another host, as agents leave them. */
export async function makeVmHost(
  { services: { database } }: TestServer,
  {
    userId,
    clientId,
    locationId,
    basicCredentialId,
  }: Pick<Site, 'clientId' | 'locationId' | 'basicCredentialId'> & { userId: number },
  marker: string,
): Promise<Pick<Site, 'delegateId' | 'vmHostId' | 'vmTestId' | 'esxiTestId'>> {
  const addNode = async (name: string, nodeType: string, parent: number | null) => {
    const { rows } = await database.execute<{ id: number }>(sql`
      insert into node (name, node_class, node_type, organization_id, location_id, parent_node_id)
      values (${`${marker} ${name}`}, 'VMWARE_VM_HOST', ${nodeType}, ${clientId}, ${locationId}, ${parent}) returning id`);
    return Number(rows[0]?.id);
  };
  const delegateId = await addNode('delegate', 'AGENT', null);
  await database.execute(sql`
    insert into agent (node_id, key_hash, version, capabilities, disconnected_at, last_seen_at)
    values (${delegateId}, ${randomUUID()}, '0.1.0', '{vm-host@1}', now(), now())`);
  const vmHostId = await addNode('ESXi', 'VM_HOST', delegateId);
  await database.execute(sql`
    insert into vm_host (node_id, delegate_node_id, type, hostname, api_port, certificate, facts, read_at)
    values (${vmHostId}, ${delegateId}, 'ESXI', 'esxi.example', 443, '', ${JSON.stringify(hostFacts)}::jsonb, now())`);
  const guestId = await addNode('guest', 'VM_GUEST', vmHostId);
  await database.execute(sql`
    insert into vm_guest (node_id, host_node_id, external_id, power, os, host_name, cpus, memory_mb, storage_mb, tools)
    values (${guestId}, ${vmHostId}, '1', 'on', 'Debian', 'guest', 1, 1024, 2048, true)`);
  const result = { code: 'succeeded', message: '', certificate: null, host: hostFacts, guests: 1 };
  const addTest = async (params: object) => {
    const id = randomUUID();
    await database.execute(sql`
      insert into run (id, kind, subject, user_id, organization_id, ip, state, progress, last_seq, result, created_at, ended_at, expires_at)
      values (${id}, 'agent:vmhost.test', ${String(delegateId)}, ${userId}, ${clientId}, '127.0.0.1', 'done',
        '{"stage":"testing","stages":["testing"],"done":0,"total":0}', 0, ${JSON.stringify(result)}::jsonb, now(), now(), now() + interval '1 day')`);
    await database.execute(sql`
      insert into agent_command (id, node_id, method, params, state, created_at, expires_at, finished_at)
      values (${id}, ${delegateId}, 'vmhost.test', ${JSON.stringify({ certificate: '', ...params })}::jsonb, 'done', now(), now(), now())`);
    return id;
  };
  const vmTestId = await addTest({ type: 'HYPERV', hostname: '', apiPort: 0, credentialId: null });
  const esxi = { type: 'ESXI', hostname: 'esxi.example', apiPort: 443, credentialId: basicCredentialId };
  return { delegateId, vmHostId, vmTestId, esxiTestId: await addTest(esxi) };
}

/** A discovery that found one device, as the report of an agent leaves it. */
async function endedDiscovery(
  { services: { database } }: TestServer,
  userId: number,
  nodeId: number,
  organizationId: number,
  name: string,
): Promise<string> {
  const id = randomUUID();
  await database.execute(sql`
    insert into run (id, kind, subject, user_id, organization_id, ip, state, progress, last_seq, result, created_at, ended_at, expires_at)
    values (${id}, 'agent:network.discover', ${String(nodeId)}, ${userId}, ${organizationId}, '127.0.0.1', 'done',
      '{"stage":"work","stages":["work"],"done":1,"total":1}', 1, '{"reached":1,"unreachable":0}', now(), now(), now() + interval '1 day')`);
  const data = {
    ip: '192.0.2.1',
    mac: '',
    pingMS: 1,
    dnsName: '',
    netbiosName: '',
    ports: [22],
    telnet: false,
    login: 'none',
    ssh: true,
    os: 'MikroTik RouterOS',
    type: ['allResponding'],
    nodeId: null,
    name,
    role: 'nms-router',
    reason: 'SSH greeting of MikroTik RouterOS',
  };
  await database.execute(
    sql`insert into run_item (run_id, seq, key, data) values (${id}, 1, '192.0.2.1', ${JSON.stringify(data)}::jsonb)`,
  );
  return id;
}

/** A checked file with one monitor, as the check of a file keeps it: reading one starts a thread, which takes longer than all the rest. */
async function checkedImport(
  { services: { database, secrets } }: TestServer,
  userId: number,
  marker: string,
): Promise<number> {
  const now = new Date();
  const place = `${marker} office`;
  const [made] = await database
    .insert(monitorImport)
    .values({ userId, fileName: 'monitors.json', existing: 'SKIP', createdAt: now, expiresAt: after(now) })
    .returning({ id: monitorImport.id });
  if (!made) throw new Error('the import was not stored');
  const given = { row: 1, given: importedMonitor(marker, place), unreadable: {} } satisfies GivenRow;
  await database.insert(monitorImportRow).values({
    importId: made.id,
    row: 1,
    name: 'Imported',
    place: `${marker}, ${place}`,
    does: 'add',
    defaultConditions: true,
    done: false,
    refusals: [],
    given: secrets.seal(JSON.stringify(given)),
  });
  return made.id;
}

type Must = (answer: Promise<{ status: number; body: Json }>) => Promise<Json>;

/** What administrators alone reach. */
async function makeSettings(
  must: Must,
  admin: Visitor,
  { marker, monitorId, clientId }: { marker: string; monitorId: number; clientId: number },
) {
  const user = await must(admin.post('/appuser', personBody(marker)));
  const { webhook } = await must(admin.post('/webhook', webhookBody(marker)));
  const { channel } = await must(admin.post('/notificationchannel', channelBody(marker)));
  await must(admin.put('/division/mail', mailBody(marker)));
  await must(admin.put('/division/sms-gateway', gatewayBody(marker.replaceAll(/[^A-Za-z0-9]/g, ''))));
  const { statusPage } = await must(admin.post('/statuspage', statusPageBody(marker, monitorId)));
  const statusPageId = Number(statusPage?.id);
  const { incident } = await must(admin.post(`/statuspage/${statusPageId}/incident`, incidentBody(marker)));
  const { policy } = await must(admin.post('/policy', policyBody(marker)));
  const policyId = Number(policy?.id);
  await must(admin.post(`/policy/${policyId}/assignments`, { clientId }));
  const assignments = await must(admin.get(`/policy/${policyId}/assignments`));
  await must(admin.post('/tickettemplate', { name: `${marker} default`, isDefault: true }));
  const { ticketTemplate } = await must(admin.post('/tickettemplate', { name: marker }));
  return {
    userId: Number(user.appuser?.id),
    webhookId: Number(webhook?.id),
    channelId: Number(channel?.id),
    policyId,
    policyAssignmentId: Number(assignments[0]?.id),
    ticketTemplateId: Number(ticketTemplate?.id),
    statusPageId,
    incidentId: Number(incident?.id),
  };
}
export const personBody = (name: string) => ({
  firstName: name,
  lastName: 'Hopper',
  email: `${name.toLowerCase().replaceAll(' ', '-')}@example.com`,
});
export const policyBody = (name: string) => ({
  name,
  enabled: true,
  nodeClassDefault: false,
  nodeClass: 'LINUX_WORKSTATION',
});
export const webhookBody = (name: string) => ({
  name,
  url: 'https://hooks.example/in',
  events: ['organization.changed'],
  enabled: false,
});
/** Nobody listens there, which a test message tells at once. */
/** Nothing listens there. */
export const gatewayBody = (accountSid: string) => ({
  baseUrl: 'http://127.0.0.1:1',
  accountSid,
  authToken: 'a secret for the gateway',
  sender: 'NUMBER',
  fromNumber: '+15005550006',
  hourlyLimit: 100,
});
export const mailBody = (name: string) => ({
  host: '127.0.0.1',
  port: 1,
  security: 'NONE',
  authRequired: false,
  senderName: name,
  senderAddress: 'cairn@example.com',
});
export const channelBody = (name: string) => ({
  name,
  channelType: 'EMAIL',
  enabled: true,
  recipients: [{ email: 'desk@example.com' }],
});
export const statusPageBody = (title: string, monitorId: number) => ({
  title,
  addressType: 'UNGUESSABLE',
  enabled: true,
  monitors: [{ monitorId, name: 'Shop' }],
});

export const incidentBody = (title: string) => ({ title, state: 'INVESTIGATING', text: 'We are looking.' });
