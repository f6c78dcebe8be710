// A technician uploads an installer, is interrupted, resumes where the server stands, and runs it on a computer.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { largestPiece } from '#api/contract/uploads.ts';
import { temporaryDirectory } from '../server/agent-rig.ts';
import { automationStage, runHere } from './automation-stage.ts';
import { seriousOn } from './axe.ts';
import { choose, field, isTold, press, standsAt, type } from './form.ts';

const stage = automationStage('/editor/install/new');

const piece = largestPiece;
const PIECES = 5;
const installer = Buffer.concat([
  Buffer.from('#!/bin/sh\necho "installed with $1"\nexit 0\n'),
  Buffer.alloc((PIECES - 1) * piece, '#'),
]);
// On disk, so that it is the same file when it is chosen again.
const file = join(temporaryDirectory(), 'setup.sh');
writeFileSync(file, installer);
const chooseFile = (chosen: Parameters<Locator['setInputFiles']>[0] = file) =>
  field(stage().page, '/file').locator('input[type=file]').setInputFiles(chosen);
const uploads = '**/api/upload/*';

/** Where each piece that this page sends begins. */
function watchPieces(page: Page): string[] {
  const begins: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') begins.push(request.headers()['upload-offset'] ?? '');
  });
  return begins;
}

it(
  'an installer uploaded with an interruption and resumed (F05-07, F05-13, F05-15, F05-17, C19-05, C19-19)',
  { timeout: 180_000 },
  async () => {
    const { page, product } = stage();
    await standsAt(page, 'Install application');
    await type(page, '/name', 'Backup client');
    await choose(page, '/categoriesIds', 'Maintenance');
    await page.keyboard.press('Escape');
    await chooseFile({ name: 'setup.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') });
    await field(page, '/file')
      .getByText(/invalid file/)
      .waitFor();
    // Another system lets go of the file.
    await field(page, '/operatingSystem').getByText('Windows').click();
    await field(page, '/file').getByText('setup.exe').waitFor({ state: 'hidden' });
    await field(page, '/operatingSystem').getByText('Linux').click();
    await chooseFile();
    expect(await seriousOn(page)).toEqual([]);

    // The connection breaks once the first piece is on the server.
    await page.route(uploads, (route, request) =>
      request.method() === 'PATCH' && request.headers()['upload-offset'] !== '0'
        ? route.abort('connectionreset')
        : route.continue(),
    );
    const interrupted = page.waitForEvent('requestfailed', (request) => request.method() === 'PATCH');
    await press(page, 'Save');
    await standsAt(page, 'Uploading the installer');
    await interrupted;
    await page.reload();
    await page.unroute(uploads);
    await standsAt(page, 'Install application');
    await field(page, '/file')
      .getByText(/The upload goes on where it stopped/)
      .waitFor();
    const begins = watchPieces(page);
    await chooseFile();
    await press(page, 'Save');
    await isTold(page, 'Automation processing: Backup client is added.');
    expect(begins).toEqual(Array.from({ length: PIECES - 1 }, (_, index) => String((index + 1) * piece)));

    await page.getByRole('heading', { level: 1, name: 'Under review' }).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    await page.goto(`${product.url}/#/administration/library/scripting/templateLibrary`);
    await page.getByRole('link', { name: 'Backup client' }).click();
    await page.getByText('No malware scanner has looked at this file.').waitFor();
    await page.getByText(createHash('sha256').update(installer).digest('hex')).waitFor();
    expect(await seriousOn(page)).toEqual([]);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'setup.sh', exact: false }).click();
    expect((await downloading).suggestedFilename()).toBe('setup.sh');

    await runHere(stage(), 'Backup client', 'installed with --quiet');
  },
);
