// One ESXi peer as the host of all, and hosts that the API adds.
import { vi } from 'vitest';
import { fingerprint, startEsxi, type EsxiPeer } from '../peers/vsphere-peer.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { PATIENCE } from './browser.ts';

let esxi: Promise<EsxiPeer> | undefined;

export async function sharedEsxiPort(): Promise<number> {
  esxi ??= startEsxi();
  return (await esxi).port;
}

interface Around {
  clientId: number;
  locationId: number;
  delegateNodeId: number;
  credentialId: number;
}

/** The body of a host at the shared peer, tested by who has the cookie. */
async function testedBody(product: Product, cookie: string, around: Around, more: object) {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, cookie, method, path, body);
  const { locationId, ...place } = around;
  const body = {
    ...place,
    type: 'ESXI',
    hostname: '127.0.0.1',
    apiPort: await sharedEsxiPort(),
    certificate: fingerprint,
    ...more,
  };
  const { id } = await call('POST', '/node/delegate/vmhost/test', body);
  await vi.waitFor(
    async () => {
      const { state, result } = await call('GET', `/run/${String(id)}`);
      if (state !== 'done') throw new Error(`the test of a VM host is ${String(state)}: ${JSON.stringify(result)}`);
    },
    { timeout: PATIENCE },
  );
  return { ...body, locationId, test: id };
}

export async function addVmHost(product: Product, cookie: string, around: Around, name: string): Promise<number> {
  const body = await testedBody(product, cookie, around, { name });
  return Number((await callByApi(product, cookie, 'POST', '/node/delegate/vmhost', body))['id']);
}

/** Saves the host of this name with another spelling of its address. */
export async function moveVmHost(product: Product, cookie: string, name: string): Promise<void> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, cookie, method, path, body);
  const { items } = await call('GET', `/device?search=${encodeURIComponent(name)}`);
  const found = (items as { id: number; nodeClass: string }[]).find(({ nodeClass }) => nodeClass === 'VMWARE_VM_HOST');
  const stored = (await call('GET', `/node/vmhost/${found?.id}`)) as unknown as Around & { id: number; name: string };
  const { id, clientId, locationId, delegateNodeId, credentialId } = stored;
  const around = { clientId, locationId, delegateNodeId, credentialId };
  const body = await testedBody(product, cookie, around, { name: stored.name, hostname: 'localhost' });
  await call('PUT', `/node/vmhost/${id}`, body);
}
