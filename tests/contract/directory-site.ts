import { randomUUID } from 'node:crypto';
import { sql, type SQL } from 'drizzle-orm';
import { farHour } from '../server/far-hour.ts';
import type { TestServer } from '../server/harness.ts';

/** A directory, as a site of the contract tests has it. */
export interface DirectorySite {
  /** An offline device that answers for a domain, with a reading of its directory and a validated credential. */
  controllerId: number;
  basicCredentialId: number;
  readingId: string;
  validationId: string;
  /** A computer that waits for its approval. */
  directoryDeviceId: number;
  /** A scheduled job of another OU, as the domain controller is offline. */
  directoryJobId: number;
}

/** A directory that was read: one new computer, one that was approved, and a validated credential. */
export async function makeDirectory(
  { services: { database, secrets } }: TestServer,
  userId: number,
  { clientId, locationId }: { clientId: number; locationId: number },
  marker: string,
): Promise<DirectorySite> {
  const idOf = async (query: SQL) => Number((await database.execute<{ id: number }>(query)).rows[0]?.id);
  const controllerId = await idOf(sql`
    insert into node (name, node_class, node_type, organization_id, location_id)
    values (${`${marker} dc1`}, 'WINDOWS_SERVER', 'AGENT', ${clientId}, ${locationId}) returning id`);
  await database.execute(sql`
    insert into agent (node_id, key_hash, version, capabilities, disconnected_at, last_seen_at)
    values (${controllerId}, ${randomUUID()}, '0.1.0', '{directory@1,deployment@1,preflight@1}', now(), now())`);
  const inventory = { directory: { domain: 'corp.test', namingContext: 'DC=corp,DC=test' } };
  await database.execute(sql`
    insert into device_inventory (node_id, inventory, reported_at)
    values (${controllerId}, ${JSON.stringify(inventory)}::jsonb, now())`);
  const basicCredentialId = await idOf(sql`
    insert into credential (organization_id, name, credential_type, plain, secrets)
    values (${clientId}, ${`${marker} domain`}, 'BASIC', '{"username":"administrator"}'::jsonb,
      ${JSON.stringify({ password: secrets.seal('hush') })}::jsonb) returning id`);
  const ended = async (method: string, params: object, result: object) => {
    const id = randomUUID();
    await database.execute(sql`
      insert into run (id, kind, subject, user_id, organization_id, ip, state, progress, last_seq, result, created_at, ended_at, expires_at)
      values (${id}, ${`agent:${method}`}, ${String(controllerId)}, ${userId}, ${clientId}, '127.0.0.1', 'done',
        '{"stage":"work","stages":["work"],"done":1,"total":0}', 1, ${JSON.stringify(result)}::jsonb, now(), now(), now() + interval '1 day')`);
    await database.execute(sql`
      insert into agent_command (id, node_id, method, params, state, created_at, expires_at, finished_at)
      values (${id}, ${controllerId}, ${method}, ${JSON.stringify(params)}::jsonb, 'done', now(), now(), now())`);
    return id;
  };
  const how = { credentialId: basicCredentialId, allowPlain: false };
  const good = { code: 'succeeded', message: '' };
  const reading = { ...how, ouPath: 'DC=corp,DC=test', recursive: true };
  const readingId = await ended('directory.read', reading, { ...good, computers: 1 });
  const computer = { objectGuid: randomUUID(), name: 'PC1', hostName: 'pc1.corp.test', os: 'Windows 11 Pro' };
  const row = { ...computer, isServer: false, ouPath: 'OU=Sales,DC=corp,DC=test' };
  const found = { ...row, status: 'NEW', location: '', newStatus: 'NEW', newLocation: null };
  await database.execute(
    sql`insert into run_item (run_id, seq, key, data) values (${readingId}, 1, ${computer.objectGuid}, ${JSON.stringify(found)}::jsonb)`,
  );
  const validationId = await ended('directory.signIn', how, good);
  const directoryDeviceId = await idOf(sql`
    insert into directory_device (organization_id, object_guid, name, host_name, os, is_server, ou_path,
      domain_controller_id, credential_id, status, location_id)
    values (${clientId}, ${randomUUID()}, 'PC2', 'pc2.corp.test', 'Windows 11 Pro', false, 'OU=Sales,DC=corp,DC=test',
      ${controllerId}, ${basicCredentialId}, 'PENDING', ${locationId}) returning id`);
  const schedule = { repeats: 'DAILY', runAtHour: farHour, runAtMinute: 0 };
  const deployment = { windowsServers: true, windowsServersApprovalMode: 'NONE', windowsWorkstations: false };
  const directoryJobId = await idOf(sql`
    insert into directory_job (organization_id, name, job_type, run_once, credential_id, directory_credential_id, allow_plain,
      domain_controller_id, ou_path, ou_key, recursive_ou_path, schedule, deployment, created_by, next_run_at)
    values (${clientId}, ${`${marker} nightly`}, 'SCHEDULED', false, ${basicCredentialId}, ${basicCredentialId}, false,
      ${controllerId}, 'OU=Old,DC=corp,DC=test', 'old', false, ${JSON.stringify(schedule)}::jsonb,
      ${JSON.stringify(deployment)}::jsonb, 'Ada Lovelace', now() + interval '1 day') returning id`);
  return { controllerId, basicCredentialId, readingId, validationId, directoryDeviceId, directoryJobId };
}
