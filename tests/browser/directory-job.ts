// Saved discoveries of a directory, as a walk needs them.
import { vi } from 'vitest';
import { corp } from '../peers/directory-tree.ts';
import { callByApi } from '../product/person.ts';
import type { Product } from '../product/product.ts';
import { PATIENCE } from './browser.ts';

/** `lostJob`: an ad hoc one whose OU is gone. */
export type JobKind = 'scheduledJob' | 'adHocJob' | 'lostJob';

export const isJobKind = (needs: string | undefined): needs is JobKind =>
  needs === 'scheduledJob' || needs === 'adHocJob' || needs === 'lostJob';

/** Saves a job of the domain controller of this name. */
export async function addJob(
  product: Product,
  admin: string,
  { name, kind, clientId }: { name: string; kind: JobKind; clientId: number },
): Promise<void> {
  const call = (method: string, path: string, body?: unknown) => callByApi(product, admin, method, path, body);
  // The device is offered once its agent has reported the domain.
  const idOf = (path: string) =>
    vi.waitFor(
      async () => {
        const all = (await call('GET', `${path}?clientId=${clientId}`)) as unknown as Named[];
        const found = all.find((one) => one.name === name);
        if (!found) throw new Error(`${path} does not list ${name} yet`);
        return found.id;
      },
      { timeout: PATIENCE },
    );
  const domainController = await idOf('/activedirectory/domaincontroller');
  const credentialId = await idOf('/credential');
  const asked = { clientId, domainController, credentialId, allowPlain: false };
  const { id: test } = await call('POST', '/activedirectory/credential', asked);
  await vi.waitFor(
    async () => {
      const { state } = await call('GET', `/run/${String(test)}`);
      if (state !== 'done') throw new Error(`the credential ${name} is not validated yet`);
    },
    { timeout: PATIENCE },
  );
  const content = {
    ouPath: kind === 'lostJob' ? `OU=Nowhere,${corp}` : corp,
    domainController: { id: domainController },
    recursiveOuPath: true,
    directoryCredentialId: credentialId,
    allowPlain: false,
    ...(kind === 'scheduledJob' && {
      schedule: { repeats: 'DAILY', runAtHour: 2, runAtMinute: 0 },
      deployment: { windowsServers: true, windowsServersApprovalMode: 'NONE', windowsWorkstations: false },
    }),
  };
  const jobType = kind === 'scheduledJob' ? 'SCHEDULED' : 'AD_HOC';
  await call('POST', '/activedirectory/job', { name, clientId, jobType, credentialId, test, content });
}

interface Named {
  id: number;
  name: string;
}
