// Who sits at a walk of the flows that ask little but secrets, and what such a walk says of each state.
import { scanBody } from '../contract/network-scan-site.ts';
import { policyBody } from '../contract/site.ts';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { CallName } from '#api/contract/catalogue.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { startDirectory, type Directory } from '../peers/directory-peer.ts';
import { computerEntry, corp, corpTree, directoryAdmin, directoryPassword } from '../peers/directory-tree.ts';
import { login } from '../peers/vsphere-peer.ts';
import { startAgent } from '../server/agent-rig.ts';
import {
  endSessions,
  inviteTechnician,
  newTechnician,
  PATIENCE,
  sessionOf,
  signInAgain,
  tokenIn,
  type Technician,
} from './browser.ts';
import type { Desk } from './desks.ts';
import { addJob, isJobKind, type JobKind } from './directory-job.ts';
import { press } from './form.ts';
import { addVmHost } from './vm-host-peer.ts';

/** Somebody who is about to begin, with what the state needs. */
export interface Seat {
  product: Product;
  desk: Desk;
  page: Page;
  technician: Technician;
  recoveryCodes: readonly string[];
  /** Where the flow is opened. */
  route: string;
  /** Of the thing that is added or edited, where there is one. */
  name: string;
}

export interface SecretWay {
  /** What has to be so before: `totp` for an account with a second factor, `invited` for one without a password. */
  needs?:
    | 'totp'
    | 'invited'
    | 'noToken'
    | 'wrongLink'
    | 'webhook'
    | 'notification-channel'
    | 'monitor'
    | 'status-page'
    | 'policy'
    | 'ticket-template'
    | 'credential'
    | 'probe'
    | 'network-scan'
    | 'delegate'
    | 'vm-host'
    | 'controller'
    | JobKind;
  /** It changes what is there, so the flow is opened where that stands. */
  edits?: true;
  walk(seat: Seat): Promise<void>;
  holds?: CallName;
  refuses?: CallName;
  /** A draft is there to be gone on with once the flow is opened again. */
  offered?: true;
  /** Where a reload leads: the state, or `undefined` where the flow is over and closed. */
  reload: string | undefined;
  /** Where the flow stands in a browser that has not seen it. */
  second: string | undefined;
  /** What the person's way hangs on ends meanwhile: the session, the half-way sign-in, the link. */
  end(seat: Seat): Promise<unknown>;
  /**
   * What the person does then, and where it leads. An effect that was under way was let go before, and whoever had a
   * session has signed in again in place.
   */
  after(seat: Seat): Promise<unknown>;
}

export interface SecretWalk {
  /** The page that has the flow, and the button that opens it there; flows with an own address have none. */
  route: string;
  opener?: string;
  /** The button is in the head, above every page. */
  inHead?: true;
  /** Where that button opens a menu: what is chosen there. */
  item?: string;
  /** Opens it for what the seat's name says. */
  edit?(seat: Seat): Promise<void>;
  signedIn: boolean;
  /** Its page hears by itself that the session has ended. */
  watched?: true;
  /** The button that the page offers once the flow is over, in its main part unless `nextIn` says otherwise. */
  next?: string;
  nextIn?: 'banner';
  states: Record<string, SecretWay>;
}

/** A flow that goes on by itself once it is opened again, and ends with a toast. */
export const ENDED = 'ended';

const everySession = async ({ product, desk }: Seat) => endSessions(product, await sessionOf(desk.context));

/** The session ends meanwhile, and a reload and another browser come to the same state. */
export function staysAt(state: string | undefined): Pick<SecretWay, 'reload' | 'second' | 'end'> {
  return { reload: state, second: state, end: everySession };
}

/** A loopback address for this seat alone, since an organization adds each device once. */
export const addressOf = ({ technician: { id } }: Pick<Seat, 'technician'>): string =>
  `127.0.${100 + Math.floor(id / 250)}.${1 + (id % 250)}`;

/** Turns the second factor on by the API; answers the recovery codes. */
export async function enableTotp(product: Product, { cookie, password }: Technician): Promise<string[]> {
  const begun = await callByApi(product, cookie, 'POST', '/profile/totp', { password });
  const code = generateSync({ secret: String(begun['secret']) });
  const done = await callByApi(product, cookie, 'PUT', '/profile/totp', { code });
  return done['recoveryCodes'] as string[];
}

export async function seatFor(
  product: Product,
  admin: string,
  { needs }: SecretWay,
  { route }: SecretWalk,
): Promise<Pick<Seat, 'technician' | 'recoveryCodes' | 'route' | 'name'>> {
  if (needs === 'invited') {
    const { user, link } = await inviteTechnician(product, admin);
    const technician = { ...user, password: 'correct horse battery', cookie: '' };
    return { technician, recoveryCodes: [], name: '', route: `${route}?token=${encodeURIComponent(tokenIn(link))}` };
  }
  const technician = await newTechnician(product, admin);
  const name = `Thing of ${technician.id}`;
  if (needs === 'webhook') {
    const body = { name, url: 'http://127.0.0.1:9/hook', events: ['user.changed'], enabled: false };
    await callByApi(product, admin, 'POST', '/webhook', body);
  }
  if (needs === 'notification-channel') {
    const body = { name, channelType: 'WEBHOOK', url: 'http://127.0.0.1:9/hook', enabled: false };
    await callByApi(product, admin, 'POST', '/notificationchannel', body);
  }
  if (needs === 'monitor' || needs === 'status-page') {
    const monitorId = await addMonitor(product, admin, name);
    const body = { title: name, addressType: 'UNGUESSABLE', monitors: [{ monitorId, name: 'Web shop' }] };
    if (needs === 'status-page') await callByApi(product, admin, 'POST', '/statuspage', body);
  }
  if (needs === 'credential') {
    const v3 = { credentialType: 'SNMP_V3', username: 'monitor', security: 'NO_AUTH' };
    await callByApi(product, admin, 'POST', '/credential', {
      clientId: await firstClient(product, admin),
      name,
      ...v3,
    });
  }
  if (needs === 'probe') await startProbe(product, admin, name, { credentialType: 'SNMP_V2C', community: 'public' });
  if (needs === 'policy') await callByApi(product, admin, 'POST', '/policy', policyBody(name));
  if (needs === 'ticket-template') await callByApi(product, admin, 'POST', '/tickettemplate', { name });
  if (needs === 'network-scan') {
    await startProbe(product, admin, name, { credentialType: 'SNMP_V2C', community: 'public' });
    await addScan(product, admin, name);
  }
  if (needs === 'delegate') await startProbe(product, admin, name, { credentialType: 'BASIC', ...login });
  if (needs === 'vm-host') {
    const around = await startProbe(product, admin, name, { credentialType: 'BASIC', ...login });
    await addVmHost(product, admin, around, name);
  }
  if (needs === 'controller' || isJobKind(needs)) {
    const credential = { credentialType: 'BASIC', username: directoryAdmin, password: directoryPassword };
    directory ??= startDirectory({ entries: [...corpTree, ...moreComputers] });
    await startProbe(product, admin, name, credential, (await directory).url);
    const clientId = await firstClient(product, admin);
    if (isJobKind(needs)) await addJob(product, admin, { name, kind: needs, clientId });
  }
  if (needs === 'wrongLink') return { technician, recoveryCodes: [], name, route: `${route}?token=of-nobody` };
  return { technician, recoveryCodes: needs === 'totp' ? await enableTotp(product, technician) : [], route, name };
}

async function firstClient(product: Product, admin: string): Promise<number> {
  const { items } = await callByApi(product, admin, 'GET', '/client');
  return Number((items as { id: number }[])[0]?.id);
}

/** A scan of this name by the probe of this name, with its credential. */
async function addScan(product: Product, admin: string, name: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, admin, method, path, body);
  const clientId = await firstClient(product, admin);
  const [location] = (await call('GET', `/client/${clientId}/location`)) as unknown as { id: number }[];
  const probes = (await call('GET', `/networkdiscovery/probe?locationId=${location?.id}`)) as unknown as {
    nodeId: number;
    nodeName: string;
  }[];
  const credentials = (await call('GET', `/credential?clientId=${clientId}`)) as unknown as {
    id: number;
    name: string;
  }[];
  const probe = {
    clientId,
    locationId: Number(location?.id),
    nodeId: Number(probes.find(({ nodeName }) => nodeName === name)?.nodeId),
    credentialId: Number(credentials.find((one) => one.name === name)?.id),
  };
  await call('POST', '/networkscan', scanBody(probe, name));
}

/** Each walk decides about one computer: with these there are a hundred. */
const moreComputers = Array.from({ length: 92 }, (_, index) => computerEntry(`CN=WS${index},OU=Sales,${corp}`));
/** One domain for all. */
let directory: Promise<Directory> | undefined;
/** Nothing is installed anywhere. */
const deploy = async () => ({ code: 'no_channel', message: '', hostKey: '' }) as const;

/** A real agent at the first organization, whose device has this name, and a credential of this name for what it asks. */
async function startProbe(
  product: Product,
  admin: string,
  name: string,
  credential: object,
  directory?: string,
): Promise<{ clientId: number; locationId: number; delegateNodeId: number; credentialId: number }> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, admin, method, path, body);
  const clientId = await firstClient(product, admin);
  const [location] = (await call('GET', `/client/${clientId}/location`)) as unknown as { id: number }[];
  const stored = await call('POST', '/credential', { clientId, name, ...credential });
  const { token } = await call('POST', '/device/enrollment', { clientId, locationId: location?.id });
  const nodeId = await startAgent(product.url, {
    token: String(token),
    ...(directory && { directory }),
    deploy,
    until: 'file',
  }).nodeId();
  await call('PUT', `/node/${nodeId}`, { friendlyName: name });
  await vi.waitFor(
    async () => {
      const { status } = await call('GET', `/device/${nodeId}`);
      if ((status as { state: string }).state !== 'online') throw new Error(`the probe ${name} is not online`);
    },
    { timeout: PATIENCE },
  );
  return {
    clientId,
    locationId: Number(location?.id),
    delegateNodeId: nodeId,
    credentialId: Number((stored['credential'] as { id: number }).id),
  };
}

/** A paused monitor of the first organization. */
export async function addMonitor(product: Product, admin: string, monitorName: string): Promise<number> {
  const { items } = await callByApi(product, admin, 'GET', '/client');
  const [client] = items as { id: number }[];
  const locations = (await callByApi(product, admin, 'GET', `/client/${client?.id}/location`)) as unknown as {
    id: number;
  }[];
  const { cloudMonitor } = await callByApi(product, admin, 'POST', '/cloudmonitor', {
    enabled: false,
    clientId: client?.id,
    locationId: locations[0]?.id,
    monitorType: 'PING',
    monitorName,
    frequency: 60,
    timeout: 10,
    hostname: '127.0.0.1',
    conditions: [],
  });
  return (cloudMonitor as { id: number }).id;
}

/** Opens the flow on its page, where it has no address of its own. */
export async function openSecretFlow(
  seat: Seat,
  { opener, inHead, item, edit }: SecretWalk,
  { edits }: SecretWay,
): Promise<void> {
  if (edits) return edit?.(seat);
  const place = seat.page.getByRole(inHead ? 'banner' : 'main');
  if (opener !== undefined) await place.getByRole('button', { name: opener }).first().click();
  if (item !== undefined) await seat.page.getByRole('menuitem', { name: item }).click();
}

/**
 * Presses what makes a call that is refused, and signs in again in place. What the page reads by itself may have been
 * refused before: then the press waits behind the dialog.
 */
export async function signInFor({ page, technician }: Seat, pressed: string): Promise<void> {
  await Promise.all([press(page, pressed), signInAgain(page, technician)]);
}
