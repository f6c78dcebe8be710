// A computer of a real domain gets the agent: Samba as its domain controller, OpenSSH as the computer.
import { lookup } from 'node:dns/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeployer } from '#agent/deployment/create-deployer.ts';
import { readDirectoryFacts } from '#agent/directory/facts.ts';
import { readInventory } from '#agent/inventory/inventory.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { canServeDomain, startSamba, type SambaDomain } from '../peers/samba-peer.ts';
import { sshd, startSshd, type SshdPeer } from '../peers/sshd-peer.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { startAgent } from '../server/agent-rig.ts';
import { newContext, newTechnician, openBrowser, openPage } from './browser.ts';
import { choose, field, press, standsAt, stepOf, type } from './form.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

const root = 'DC=corp,DC=test';
/** The computer that OpenSSH stands for is this one. */
const computer = hostname().split('.')[0] ?? '';

describe.skipIf(!canServeDomain || sshd === undefined)(
  'the agent on a computer of Samba AD, by OpenSSH (Debian: samba-ad-dc, openssh-server)',
  () => {
    let product: Product;
    let browser: Browser;
    let cookie: string;
    let domain: SambaDomain;
    let remote: SshdPeer;
    let controllerId: number;
    const folder = () => join(remote.home, 'cairn-agent');

    beforeAll(async () => {
      await ensureBuilt({ say: () => undefined });
      const { address } = await lookup(hostname());
      [product, browser, domain, remote] = await Promise.all([
        startProduct(),
        openBrowser(),
        startSamba('127.0.9.2'),
        startSshd({ host: address, domain: 'corp.test' }),
      ]);
      await fillDomain();
      cookie = (await setUpByApi(product)).cookie;
      const acme = { name: 'Acme', locations: [{ name: 'Main office' }] };
      const { client } = await callByApi(product, cookie, 'POST', '/client', acme);
      const { id: clientId, locations } = client as unknown as { id: number; locations: { id: number }[] };
      for (const [name, username, password] of [
        ['Directory', 'administrator@corp.test', domain.password],
        ['Installer', remote.username, remote.password],
      ] as const) {
        const credential = { clientId, name, credentialType: 'BASIC', username, password };
        await callByApi(product, cookie, 'POST', '/credential', credential);
      }
      const place = { clientId, locationId: Number(locations[0]?.id) };
      const { token } = await callByApi(product, cookie, 'POST', '/device/enrollment', place);
      const controller = startAgent(product.url, {
        token: String(token),
        directory: domain.url,
        read: async () => ({
          ...(await readInventory()),
          hostName: 'dc1.corp.test',
          directory: await readDirectoryFacts(new URL(domain.url)),
        }),
        // Neither the directories of this computer's systemd nor /opt.
        deploy: createDeployer(new AbortController().signal, {
          directory: folder(),
          systemd: join(remote.home, 'missing'),
          units: remote.home,
          platform: 'linux',
          port: remote.port,
        }),
        until: 'file',
      });
      controllerId = await controller.nodeId();
    }, 300_000);

    afterAll(async () => {
      await endDeployed();
      await remote?.stop();
      await domain?.stop();
      await browser?.close();
      await product?.dispose();
    });

    /** A computer of its own OU, and a user who may sign in at it. */
    async function fillDomain(): Promise<void> {
      const [name = ''] = remote.username.split('@');
      await domain.tool('domain', 'passwordsettings', 'set', '--complexity=off');
      await domain.tool('user', 'create', name, remote.password);
      await domain.tool('ou', 'create', `OU=Servers,${root}`);
      await domain.tool('computer', 'create', computer.toUpperCase(), '--computerou=OU=Servers');
      await domain.tool('ou', 'create', `OU=Laptops,${root}`);
      await domain.tool('computer', 'create', 'LAPTOP1', '--computerou=OU=Laptops');
      // As Windows says what it is, when it joins.
      const editor = join(remote.home, '..', 'editor');
      writeFileSync(editor, '#!/bin/sh\nsed -i "/^dn:/a operatingSystem: Windows 11 Pro" "$1"\n', { mode: 0o755 });
      await domain.tool('computer', 'edit', 'LAPTOP1', `--editor=${editor}`);
    }

    /** Ends the agent that the deployment started. */
    async function endDeployed(): Promise<void> {
      const pid = remote === undefined ? undefined : pidOfDeployed();
      if (pid === undefined) return;
      process.kill(pid, 'SIGTERM');
      for (let tries = 0; isRunning(pid) && tries < 100; tries += 1) await pause(50);
    }

    function pidOfDeployed(): number | undefined {
      try {
        return Number(readFileSync(join(folder(), 'cairn-agent.pid'), 'utf8'));
      } catch {
        return undefined;
      }
    }

    async function openFlow(): Promise<Page> {
      const technician = await newTechnician(product, cookie);
      const page = await openPage(
        await newContext(browser, product, technician.cookie),
        product,
        '/systemDashboard/overview',
      );
      await page.getByRole('button', { name: english.shell.add, exact: true }).click();
      await page.getByRole('menuitem', { name: english.add.directory }).click();
      await standsAt(page, 'Domain controller and OU path');
      return page;
    }

    it(
      'is approved, installed with its credential, and comes online (F04-15, F04-31)',
      { timeout: 180_000 },
      async () => {
        const page = await openFlow();
        await choose(page, '/directoryCredentialId', 'Directory');
        await type(page, '/ouPath', `OU=Servers,${root}`);
        await press(page, 'Read computers');
        await stepOf(page).getByText('1 computer found.').waitFor();
        await press(page, 'Next');

        await standsAt(page, 'Credentials, status and location');
        const name = computer.toUpperCase();
        await stepOf(page).getByRole('row').filter({ hasText: name }).getByRole('button', { name: 'Edit' }).click();
        const setter = page.getByRole('dialog').last();
        await setter.getByLabel('New status').click();
        await page.getByRole('option', { name: 'Approved' }).click();
        // The only location of the organization is chosen already.
        await setter.getByRole('button', { name: 'Save' }).click();
        await choose(page, '/credentialId', 'Installer');
        await press(page, 'Validate credential');
        await stepOf(page).getByText('Credentials are valid').waitFor();
        await press(page, 'Apply');

        await standsAt(page, 'Changes applied');
        await stepOf(page).getByText('1 computer was approved.').waitFor();
        await press(page, 'Show the computers');
        const listed = page.getByRole('row').filter({ hasText: name });
        await listed.getByText('Agent installed').waitFor({ timeout: 60_000 });

        // The device is the computer: its agent runs as the user who signed in, and answers.
        await listed.getByRole('link').first().click();
        await page.getByRole('heading', { level: 1, name: hostname() }).waitFor();
        await page.getByText('Online', { exact: true }).first().waitFor();
        expect(page.url()).not.toMatch(new RegExp(`/${controllerId}(\\D|$)`));
        expect(isRunning(Number(pidOfDeployed()))).toBe(true);
      },
    );

    it('is found by a scheduled job, and waits for approval (F04-03, F04-20)', { timeout: 180_000 }, async () => {
      const page = await openFlow();
      await stepOf(page).getByText('Scheduled', { exact: true }).click();
      await choose(page, '/directoryCredentialId', 'Directory');
      await type(page, '/ouPath', `OU=Laptops,${root}`);
      await press(page, 'Read computers');
      await stepOf(page).getByText('1 computer found.').waitFor();
      await press(page, 'Next');

      await standsAt(page, 'Credentials, deployment and schedule');
      await choose(page, '/credentialId', 'Installer');
      await field(page, '/windowsWorkstationsApprovalMode').getByText('Mark as pending', { exact: true }).click();
      await choose(page, '/windowsWorkstationsLocation', 'Main office');
      await field(page, '/repeats').getByText('Daily', { exact: true }).click();
      await press(page, 'Validate credential');
      await stepOf(page).getByText('Credentials are valid').waitFor();
      await press(page, 'Save');
      await standsAt(page, 'Name of the job');
      await type(page, '/name', 'New laptops');
      await press(page, 'Save');

      const job = page.getByRole('row').filter({ hasText: 'New laptops' });
      await job.getByRole('button', { name: 'Actions of New laptops' }).click();
      await page.getByRole('menuitem', { name: english.directoryJob.run, exact: true }).click();
      await job.getByText('1 computer found: 1 marked as pending.').waitFor({ timeout: 60_000 });
      const found = page.getByRole('row').filter({ hasText: 'LAPTOP1' });
      await found.getByText('Pending').waitFor();
      await found.getByRole('cell', { name: 'Windows 11 Pro' }).waitFor();
    });
  },
);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
