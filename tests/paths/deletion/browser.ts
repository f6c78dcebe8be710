import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { errors } from '#api/contract/errors.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { takeFromMenu } from '../../browser/form.ts';
import { backupBody } from '../../contract/backup-body.ts';
import { policyBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { browserCase, type Prepared } from '../browser/browser-case.ts';
import { ownComputers, ownPlace, type OwnPlace } from '../browser/own-place.ts';
import { PathAgent, until } from '../browser/path-agent.ts';
import { OwnDelegate } from '../browser/own-vm-host.ts';
import { selectAndPress } from '../browser/select-in-list.ts';
import type { Path } from '../generator/path.ts';
import known from './flow.ts';

const blocked = known.replies?.['planUserDeletion']?.['blocked'] as object;

interface Desk {
  product: Product;
  cookie: string;
  path: Path;
  place: OwnPlace;
  call(method: string, at: string, body?: unknown): Promise<Record<string, unknown>>;
}

interface Opened extends Prepared {
  /** What is deleted, as the page calls it. */
  name: string;
  /** Why it cannot be deleted. */
  reason: string;
  /** Of a path with backup data: that of the device which has it. */
  agent?: PathAgent | undefined;
}

/** Each path deletes something of its own: what blocks it is brought about at the real server, and taken away. */
export default browserCase({
  opened: 'admin',
  notOpened: { '101 devices': 'so many computers cannot be enrolled in a minute' },
  async prepare({ product, cookie, path }) {
    const place = await ownPlace({ product, cookie });
    const call = (method: string, at: string, body?: unknown) => callByApi(product, cookie, method, at, body);
    const open = openings[path.input];
    if (open === undefined) throw new Error(`nothing is said of how "${path.input}" is opened`);
    const { name, reason, ...opened } = await open({ product, cookie, path, place, call });
    const { agent, ...prepared } = opened;
    // The case calls everything “Acme”, and blocks it by VM hosts.
    const told = (words: string) => words.replace('Acme', name).replace('It reads VM hosts.', reason);
    const answers = (_: string, data: Answers) => (data['confirmation'] === 'Acme' ? { confirmation: name } : data);
    return agent === undefined
      ? { ...prepared, told, answers }
      : withBackups({ ...prepared, told, answers }, agent, call);
  },
});

const openings: Readonly<Record<string, (desk: Desk) => Promise<Opened>>> = {
  NEW: async (desk) => {
    const names = ['web-1'];
    const { ids, prepared, agent } = await devicesOf(desk, names);
    return {
      ...prepared,
      agent,
      subject: `devices:${ids.join()}`,
      name: names.join(),
      reason: errors.delegate_has_vm_hosts.message,
      place: inMenu(`/deviceDashboard/${ids.join()}/overview`, 'More actions', 'Delete device'),
    };
  },
  'several devices': async (desk) => {
    const names = ['web-1', 'web-2'];
    const { ids, prepared, agent } = await devicesOf(desk, names);
    return {
      ...prepared,
      agent,
      subject: `devices:${ids.join()}`,
      name: '2 devices',
      reason: `“${names[0]}”: ${errors.delegate_has_vm_hosts.message}`,
      place: {
        route: `/deviceSearch?organization=${desk.place.client.id}`,
        open: (page) => selectAndPress(page, names, 'Delete'),
        resumes: true,
      },
    };
  },
  // A delegate stays in the organization of its hosts, so that only an organization of an earlier release is blocked.
  'an organization': async (desk) => {
    const { client } = desk.place;
    const agent = hasBackups(desk) ? await backedUpAgent(desk, 'pc-1') : undefined;
    return {
      subject: String(client.id),
      name: client.name,
      reason: 'It reads VM hosts.',
      given: { 'planOrganizationDeletion done blocked': { ...blocked, name: client.name } },
      place: inMenu(`/customerDashboard/${client.id}/overview`, 'More actions', 'Delete organization'),
      agent,
      end: async () => agent?.stop(),
    };
  },
  // The page does not offer to delete oneself, and who deletes is a system administrator: nobody else is the last one.
  'a user': async ({ place, call }) => {
    const [firstName, lastName] = ['Path', `User ${place.client.id}`];
    const name = `${firstName} ${lastName}`;
    const email = `path-user-${place.client.id}@example.com`;
    const { appuser } = await call('POST', '/appuser', { firstName, lastName, email, sysadmin: true });
    return {
      subject: `user:${(appuser as { id: number }).id}`,
      name,
      reason: 'It reads VM hosts.',
      given: { 'planUserDeletion done blocked': { ...blocked, name } },
      place: {
        route: '/administration/users/technicians',
        async open(page) {
          await page.getByRole('main').getByRole('searchbox').first().fill(name);
          await takeFromMenu(page, `Actions for ${name}`, 'Delete technician');
        },
        resumes: true,
      },
    };
  },
  'a policy': async ({ place, call }) => {
    const name = `Policy of ${place.client.name}`;
    const { policy } = await call('POST', '/policy', policyBody(name));
    const { id } = policy as { id: number };
    const unassign = async () => {
      const assigned = (await call('GET', `/policy/${id}/assignments`)) as unknown as { id: number }[];
      for (const one of assigned) await call('DELETE', `/policyassignment/${one.id}`);
    };
    return {
      subject: `policy:${id}`,
      name,
      reason: `${errors.policy_in_use.message} It is used by 1 organization or location (${place.client.name}).`,
      before: {
        'planPolicyDeletion done blocked': async () =>
          void (await call('POST', `/policy/${id}/assignments`, { clientId: place.client.id })),
        'planPolicyDeletion done possible': unassign,
      },
      place: inRow('/administration/policies', name, 'Delete policy'),
    };
  },
  'a ticket template': async ({ place, call }) => {
    const name = `Template of ${place.client.name}`;
    const add = async (called: string) => {
      const { ticketTemplate } = await call('POST', '/tickettemplate', { name: called });
      return (ticketTemplate as { id: number }).id;
    };
    const makeDefault = async (id: number, called: string) =>
      void (await call('PUT', `/tickettemplate/${id}`, { name: called, isDefault: true }));
    // The only one would be the default.
    const [other, id] = [await add(`${name}, another`), await add(name)];
    return {
      subject: `ticketTemplate:${id}`,
      name,
      reason: errors.cannot_delete_default_ticket_template.message,
      before: {
        'planTicketTemplateDeletion done blocked': () => makeDefault(id, name),
        'planTicketTemplateDeletion done possible': () => makeDefault(other, `${name}, another`),
      },
      place: inRow('/administration/apps/ticketTemplates', name, 'Delete ticket template'),
    };
  },
};

/** So many devices, the first of which is the delegate of a VM host while its deletion is to be blocked. */
async function devicesOf(
  desk: Desk,
  names: readonly string[],
): Promise<{ ids: number[]; agent?: PathAgent; prepared: Pick<Prepared, 'before' | 'end'> }> {
  const { place } = desk;
  const [first = ''] = names;
  if (!isBlocked(desk) && hasBackups(desk)) {
    const agent = await backedUpAgent(desk, first);
    const rest = names.length > 1 ? await ownComputers(desk, place, names.slice(1)) : [];
    return { ids: [agent.nodeId, ...rest.map(({ id }) => id)], agent, prepared: { end: () => agent.stop() } };
  }
  if (!isBlocked(desk)) {
    const computers = await ownComputers(desk, place, names);
    return { ids: computers.map(({ id }) => id), prepared: {} };
  }
  const delegate = await OwnDelegate.start(desk, place, first);
  const rest = names.slice(1);
  const others = rest.length > 0 ? await ownComputers(desk, place, rest) : [];
  return {
    ids: [delegate.agent.nodeId, ...others.map(({ id }) => id)],
    agent: delegate.agent,
    prepared: {
      before: {
        'planDeviceDeletion done blocked': () => delegate.addHost(),
        'planDeviceDeletion done possible': () => delegate.removeHost(),
      },
      end: () => delegate.agent.stop(),
    },
  };
}

function hasBackups({ path }: Desk): boolean {
  return path.steps.some(({ move }) => move.kind === 'done' && move.reply === 'some image files');
}

/** A computer whose agent deletes backup data when the path says so. */
function backedUpAgent({ product, cookie, place }: Desk, name: string): Promise<PathAgent> {
  const at = { clientId: place.client.id, locationId: place.locations[0].id, name };
  return PathAgent.start(product, cookie, at, ['backup.deleteData']);
}

/** The device has a backup job with image files whenever the path says that it has some. */
function withBackups(prepared: Prepared, agent: PathAgent, call: Desk['call']): Prepared {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-backups-'));
  writeFileSync(join(folder, 'root_VOL-b001.spf'), 'image');
  const { nodeId } = agent;
  let job: number | undefined;
  const add = async () => {
    if (job !== undefined) return;
    const added = await call('POST', '/backupjob', backupBody(nodeId, 'Nightly', { localDestinationPath: folder }));
    job = (added['backupJob'] as { id: number }).id;
    await until('the agent does not get its backup job', async () => {
      const { delivery } = await call('GET', `/device/${nodeId}/backupjob`);
      return (delivery as { state: string }).state === 'applied' ? true : undefined;
    });
  };
  const remove = async () => {
    if (job !== undefined) await call('DELETE', `/backupjob/${job}`);
    job = undefined;
  };
  const answer = { files: 1, bytes: 5, kept: 0, reason: '' };
  const erasing = { agent, method: 'backup.deleteData', progress: 'none', answer, once: true } as const;
  return {
    ...prepared,
    before: {
      ...prepared.before,
      'checkBackupData done some image files': add,
      'checkBackupData done none': remove,
    },
    jobs: { removeDevicesWithBackupData: erasing, removeOrganizationWithBackupData: erasing },
    async end() {
      await prepared.end?.();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function isBlocked({ path }: Desk): boolean {
  return path.steps.some(({ move }) => move.kind === 'done' && move.reply === 'blocked');
}

function inMenu(route: string, menu: string, item: string): NonNullable<Prepared['place']> {
  const open = async (page: Page) => {
    await page.getByRole('main').getByRole('button', { name: menu, exact: true }).first().click();
    await page.getByRole('menuitem', { name: item, exact: true }).click();
  };
  return { route, open, resumes: true };
}

function inRow(route: string, name: string, item: string): NonNullable<Prepared['place']> {
  return { route, open: (page) => takeFromMenu(page, `More actions for “${name}”`, item), resumes: true };
}
