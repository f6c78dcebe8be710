// A technician adds an installer with a script before it and a helper file, and a run automation, and runs both on a computer.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { png } from '#tests/fixtures/images.ts';
import { callByApi } from '../product/person.ts';
import { temporaryDirectory } from '../server/agent-rig.ts';
import { automationStage, runHere } from './automation-stage.ts';
import { seriousOn } from './axe.ts';
import { choose, field, isTold, press, standsAt, type } from './form.ts';

const stage = automationStage('/editor/install/new', (product, cookie) =>
  callByApi(product, cookie, 'POST', '/scripting/scripts', {
    name: 'Free space',
    language: 'sh',
    operatingSystems: ['Linux'],
    architecture: ['64'],
    categoriesIds: [3],
    script: 'echo "before: $(cat settings.json)"',
  }),
);

it(
  'an installer runs after the script before it, with its helper file beside it (C12-20, C19-06, F05-09, F05-28, F05-29)',
  { timeout: 180_000 },
  async () => {
    const { page, product } = stage();
    await standsAt(page, 'Install application');
    await type(page, '/name', 'Backup client');
    await choose(page, '/categoriesIds', 'Maintenance');
    await page.keyboard.press('Escape');
    await field(page, '/file')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'setup.sh',
        mimeType: 'application/x-sh',
        buffer: Buffer.from('echo "installed with $1"'),
      });
    const helpers = field(page, '/helperFiles');
    const json = (name: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from('{"quiet":true}') });
    await helpers.locator('input[type=file]').setInputFiles(['1', '2', '3', '4', '5'].map(json));
    await helpers.locator('input[type=file]').setInputFiles(json('settings.json'));
    await helpers.getByText('File limit reached').waitFor();
    for (const name of ['1', '2', '3', '4', '5'])
      await helpers.getByRole('button', { name: `Remove ${name}`, exact: true }).click();
    const image = (side: number) => ({ name: 'logo.png', mimeType: 'image/png', buffer: png(side, side) });
    const icon = field(page, '/customIcon');
    await icon.locator('input[type=file]').setInputFiles({ ...image(32), name: 'logo.svg' });
    await icon.getByText('Invalid file type').waitFor();
    await icon.locator('input[type=file]').setInputFiles(image(64));
    await choose(page, '/preExecutionScript', 'Free space');
    await press(page, 'Save');
    // The server says it before the installer is sent.
    await icon.getByText('The size should be max 32 x 32 pixels').waitFor();
    await icon.locator('input[type=file]').setInputFiles(image(32));
    expect(await seriousOn(page)).toEqual([]);
    await press(page, 'Save');
    await isTold(page, 'Automation processing: Backup client is added.');

    await page.goto(`${product.url}/#/administration/library/scripting/templateLibrary`);
    const drawn = page.locator('img[src*="/preview?"]');
    await expect.poll(() => drawn.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(32);
    await page.getByRole('link', { name: 'Backup client' }).click();
    await page.getByRole('heading', { name: 'Helper files' }).waitFor();
    await page.getByRole('button', { name: 'logo.png' }).click();
    const preview = page.getByRole('dialog', { name: 'logo.png' });
    const large = preview.getByRole('img', { name: 'logo.png' });
    await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(32);
    expect(await seriousOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'settings.json' }).waitFor();
    await page.getByRole('link', { name: 'Free space' }).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await runHere(stage(), 'Backup client', 'installed with --quiet');
    await page.getByText('before: {"quiet":true}').waitFor();
  },
);

it(
  'an application of the computer runs, and its output is seen (F05-06, F05-10, F05-30)',
  { timeout: 180_000 },
  async () => {
    const { page, product } = stage();
    const application = join(temporaryDirectory(), 'check');
    writeFileSync(application, '#!/bin/sh\necho "checked with $1"\n');
    chmodSync(application, 0o755);
    await page.goto(`${product.url}/#/administration/library/scripting/templateLibrary`);
    await page.getByRole('link', { name: 'Run application' }).click();
    await standsAt(page, 'Run application');
    await type(page, '/name', 'Check disks');
    await choose(page, '/categoriesIds', 'Maintenance');
    await page.keyboard.press('Escape');
    await press(page, 'Save');
    await field(page, '/runnableLocalPath').getByText('Required').waitFor();
    await type(page, '/runnableLocalPath', application);
    await field(page, '/operatingSystem').getByText('Linux').click();
    expect(await seriousOn(page)).toEqual([]);
    await press(page, 'Save');
    await isTold(page, 'Check disks is added.');
    await page.getByText(application).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await runHere(stage(), 'Check disks', 'checked with --quiet');
  },
);
