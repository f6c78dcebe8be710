// Every type of monitor, as a technician adds, tries, edits and watches it, against servers that others wrote.
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { dnsmasq, startDnsmasq } from '../peers/dnsmasq-peer.ts';
import { canServeMail, startMailPeers, type MailPeers } from '../peers/mail-peers.ts';
import { nginx, startNginx, type NginxPeer } from '../peers/nginx-peer.ts';
import type { Peer } from '../peers/peer.ts';
import { snmpd, startSnmpd, user } from '../peers/snmp-peer.ts';
import { callByApi, setUpByApi } from '../product/person.ts';
import { startProduct, type Product } from '../product/product.ts';
import { newContext, openBrowser } from './browser.ts';
import { choose, field, pick, press, standsAt, stepOf, type } from './form.ts';

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let web: NginxPeer;
let names: Peer & { server: string };
let mail: MailPeers;
let agent: Peer & { port: number };
const login = { name: 'watcher', password: 'open sesame' };

interface Kind {
  name: string;
  /** As the type is called on the first step. */
  type: 'Ping' | 'DNS' | 'Port scan' | 'HTTP' | 'Email' | 'SNMP';
  /** What has to be answered for a condition of it, beside its name. */
  port?: () => number;
  /** What a condition says it does. */
  sentence: string | RegExp;
  /** The steps that only this type has. */
  between?: string[];
  /** Answers the first step and these. */
  fill(): Promise<void>;
  /** What Test now finds, among the rest. */
  finds: string[];
  /** What the dashboard shows of it besides. */
  tells?: string[];
  /** Once its server has ended. */
  status: 'Up' | 'Down';
}

const kinds: Kind[] = [
  {
    name: 'This computer',
    type: 'Ping',
    sentence: 'The check fails 3 times in a row.',
    async fill() {
      await type(page, '/hostname', '127.0.0.1');
      await press(page, 'Next');
    },
    finds: ['127.0.0.1'],
    status: 'Up',
  },
  {
    name: 'Our names',
    type: 'DNS',
    sentence: 'No answer arrives in time in 3 checks in a row.',
    async fill() {
      await type(page, '/hostname', 'www.example.test');
      await type(page, '/dnsServer', names.server);
      await press(page, 'Next');
    },
    finds: ['192.0.2.80', '2001:db8::80'],
    status: 'Down',
  },
  {
    name: 'Open doors',
    type: 'Port scan',
    port: () => web.plain,
    sentence: /Port \d+ is closed or does not answer in 3 checks in a row\./i,
    async fill() {
      await type(page, '/hostname', '127.0.0.1');
      await type(page, '/ports', `${web.plain}, ${web.secure}`);
      await press(page, 'Next');
    },
    finds: ['Open'],
    status: 'Down',
  },
  {
    name: 'Staff pages',
    type: 'HTTP',
    between: ['Request'],
    sentence: 'The website fails 3 times in a row.',
    async fill() {
      await type(page, '/httpHostname', `http://127.0.0.1:${web.plain}/guarded`);
      await choose(page, '/authenticationType', 'Basic');
      await type(page, '/httpUsername', login.name);
      await type(page, '/httpPassword', login.password);
      await press(page, 'Next');
      await standsAt(page, 'Request');
      await press(page, 'Next');
    },
    finds: ['200'],
    tells: ['for staff', 'nginx'],
    status: 'Down',
  },
  {
    name: 'Post',
    type: 'Email',
    between: ['Outbound', 'Inbound'],
    sentence: 'The email check fails 3 times in a row.',
    async fill() {
      await press(page, 'Next');
      await standsAt(page, 'Outbound');
      await type(page, '/senderEmail', 'probe@example.test');
      await type(page, '/receiverEmail', 'watcher@example.test');
      await type(page, '/smtpHostname', '127.0.0.1');
      await type(page, '/smtpPort', String(mail.smtp));
      await pick(page, '/smtpUseTLS', 'None');
      await type(page, '/senderUsername', login.name);
      await type(page, '/senderPassword', login.password);
      await press(page, 'Next');
      await standsAt(page, 'Inbound');
      await type(page, '/imapHostname', '127.0.0.1');
      await type(page, '/imapPort', String(mail.imap));
      await pick(page, '/imapUseTLS', 'None');
      await type(page, '/imapReceiverUsername', login.name);
      await type(page, '/imapReceiverPassword', login.password);
      await press(page, 'Next');
    },
    finds: ['SMTP', 'IMAP'],
    status: 'Down',
  },
  {
    name: 'Switch contact',
    type: 'SNMP',
    sentence: 'The agent returns no value in 3 checks in a row.',
    async fill() {
      await type(page, '/hostname', '127.0.0.1');
      await type(page, '/snmpPort', String(agent.port));
      await pick(page, '/snmpVersion', '3');
      await type(page, '/snmpUsername', user.name);
      await type(page, '/snmpAuthKey', user.authKey);
      await type(page, '/snmpPrivKey', user.privKey);
      await field(page, '/snmpOid').getByRole('button', { name: 'Browse' }).click();
      const objects = page.getByRole('dialog', { name: 'Objects of the agent' });
      for (const name of ['Standard objects', 'system', 'sysName'])
        await objects.getByText(name, { exact: true }).click();
      await objects.getByRole('button', { name: 'Use 1.3.6.1.2.1.1.5.0' }).click();
      await press(page, 'Next');
    },
    finds: ['OctetString', '<b>router</b>'],
    status: 'Down',
  },
];

describe.skipIf(!canServeMail || nginx === undefined || dnsmasq === undefined || snmpd === undefined)(
  'monitors of every type against nginx, dnsmasq, exim, dovecot, snmpd and fping',
  () => {
    beforeAll(async () => {
      await ensureBuilt({ say: () => undefined });
      [product, browser, web, names, mail, agent] = await Promise.all([
        startProduct(),
        openBrowser(),
        startNginx(),
        startDnsmasq(),
        startMailPeers(),
        startSnmpd(),
      ]);
      const { cookie } = await setUpByApi(product);
      await callByApi(product, cookie, 'POST', '/client', { name: 'Northwind', locations: [{ name: 'Main office' }] });
      context = await newContext(browser, product, cookie);
      page = await context.newPage();
    }, 300_000);
    afterAll(async () => {
      await browser?.close();
      await product?.dispose();
      for (const peer of [web, names, mail, agent]) await peer?.stop();
    });

    it.each(kinds)('$type: is added, tried before it is saved, and seen to be up (F08-01)', async (kind) => {
      await page.goto(`${product.url}/#/editor/cloudMonitor`);
      await standsAt(page, 'Setup');
      await type(page, '/monitorName', kind.name);
      await choose(page, '/clientId', 'Northwind');
      await choose(page, '/locationId', 'Main office');
      await pick(page, '/monitorType', kind.type);
      await page.getByLabel('Unit of Frequency').selectOption('seconds');
      await field(page, '/frequency').locator('input').fill('30');
      await kind.fill();
      await standsAt(page, 'Conditions');
      await press(page, 'Add a condition');
      const dialog = page.getByRole('dialog');
      await type(page, '/conditionName', 'Out of order');
      if (kind.port) {
        await dialog.getByRole('button', { name: 'Choose a condition' }).click();
        await standsAt(page, 'Condition settings');
        await choose(page, '/type', 'Port state');
        await type(page, '/port', String(kind.port()));
        await pick(page, '/portState', 'Closed or does not answer');
        await press(page, 'Apply');
      }
      await press(page, 'Add');
      await dialog.waitFor({ state: 'detached' });
      await stepOf(page).getByText(kind.sentence).first().waitFor();
      await press(page, 'Next');
      await standsAt(page, 'Confirm');
      await press(page, 'Test now');
      await stepOf(page).getByText('The check succeeded').waitFor();
      for (const words of kind.finds) await stepOf(page).getByText(words).first().waitFor();
      await press(page, 'Save');
      await page.getByRole('heading', { level: 1, name: kind.name }).waitFor();
      await page.getByRole('main').getByText('100%').first().waitFor();
    });

    it.each(kinds)('$type: is tried again from its dashboard, and edited', async (kind) => {
      await page.goto(`${product.url}/#/cloudMonitors`);
      await page.getByRole('link', { name: kind.name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: kind.name }).waitFor();
      await page.getByRole('button', { name: 'Test now' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('The check succeeded').waitFor();
      for (const words of [...kind.finds, ...(kind.tells ?? [])]) await dialog.getByText(words).first().waitFor();
      await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await standsAt(page, 'Setup');
      await type(page, '/monitorName', `${kind.name} of Northwind`);
      for (const step of [...(kind.between ?? []), 'Conditions', 'Confirm']) {
        await press(page, 'Next');
        await standsAt(page, step);
      }
      await press(page, 'Save');
      await page.getByRole('heading', { level: 1, name: `${kind.name} of Northwind` }).waitFor();
    });

    it('are seen to go down in the list, without a reload, when their servers end', async () => {
      await page.goto(`${product.url}/#/cloudMonitors`);
      const row = (name: string) => page.getByRole('row').filter({ hasText: `${name} of Northwind` });
      for (const { name } of kinds) await row(name).getByText('Up', { exact: true }).waitFor();
      let loads = 0;
      page.on('load', () => (loads += 1));
      for (const peer of [web, names, mail, agent]) await peer.stop();
      for (const { name, status } of kinds)
        await row(name).getByText(status, { exact: true }).waitFor({ timeout: 60_000 });
      expect(loads).toBe(0);
    }, 120_000);
  },
);
