import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import english from '../../src/public/locales/en-us.json' with { type: 'json' };

const { backupJob, device, interfaces, managedFolder, performance, reboot, services } = english;
const { about, commands, hardware, inventory, network, system, volumes } = device;
const listed = [backupJob, interfaces, managedFolder, performance, reboot, services].map(({ title }) => title);
const cards = new Set([about, commands, hardware, inventory, network, system, volumes, ...listed]);
const schemas = join(import.meta.dirname, '../../schemas');

it.each(['backup-job', 'managed-folder', 'reboot'])(
  'no part of the form of %s, which stands over the page of a device, is called like a card of the page',
  (flow) => {
    const screens = readdirSync(join(schemas, flow)).filter((file) => file.endsWith('.json'));
    const titles = screens.flatMap((file) => {
      const { sections = [] } = JSON.parse(readFileSync(join(schemas, flow, file), 'utf8')) as ScreenDocument;
      return sections.map(({ title }) => title ?? '');
    });
    expect(titles.filter((title) => cards.has(title))).toEqual([]);
  },
);
