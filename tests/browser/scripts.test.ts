// A technician writes a script, runs it on a computer with a parameter, watches its output, and stops it once (C12-10).
import { expect, it } from 'vitest';
import { automationStage, chooseDevice, runHere } from './automation-stage.ts';
import { seriousOn } from './axe.ts';
import { choose, field, isTold, press, standsAt, type } from './form.ts';
import { expectKept } from './standing.ts';

const stage = automationStage('/administration/library/scripting/templateLibrary');

const text =
  'echo "begun with $1 in $logFolder"; i=0; while [ $i -lt 100 ]; do i=$((i+1)); echo "line $i"; sleep "$2"; done';
const button = (name: string) => stage().page.getByRole('button', { name, exact: true });
const output = () => stage().page.getByRole('region', { name: `Output on ${stage().device}` });

const dialog = () => stage().page.getByRole('dialog', { name: 'Run script' });

async function run(parameters: string): Promise<void> {
  const { page, device } = stage();
  await chooseDevice(stage());
  // Its fields are those of the script: the server compiles them, and the page imports them.
  await dialog().getByText(`Runs “Count” on ${device}.`).waitFor();
  await press(page, 'Run');
  await dialog().getByText('Mandatory value is undefined. Please enter a value.').first().waitFor();
  expect(await seriousOn(page)).toEqual([]);
  await type(page, '/variables/logFolder', '/var/log');
  await type(page, '/parameters', parameters);
  await press(page, 'Run');
  await dialog().waitFor({ state: 'hidden' });
}

it('writes, runs and stops a script (C12-11, C12-12, C12-14, C12-39, C12-41)', { timeout: 180_000 }, async () => {
  const { page, product, cookie } = stage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
  await page.getByRole('link', { name: 'New script' }).first().click();
  await standsAt(page, 'Script');
  const editor = field(page, '/script').locator('.cm-content');
  await editor.click();
  await editor.fill(text);
  // The editor takes Tab for itself, and lets go after Escape.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await editor.evaluate((element) => element.contains(document.activeElement))).toBe(false);
  await type(page, '/name', 'Count');
  await choose(page, '/categoriesIds', 'Maintenance');
  await page.keyboard.press('Escape');
  await button('Add variable').click();
  await page.getByRole('dialog').getByLabel('Name').fill('Log folder');
  await page.getByRole('dialog').getByRole('switch', { name: 'Required' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await press(page, 'Save');
  await isTold(page, 'Count is added.');

  await run('one 0');
  await page.getByText('Succeeded', { exact: true }).waitFor();
  await expect.poll(() => output().innerText()).toContain('line 100');
  await output().evaluate((element) => element.scrollTo(0, 0));
  await expect.poll(() => output().innerText()).toContain('begun with one in /var/log');
  await button('Follow').waitFor();
  expect(await seriousOn(page)).toEqual([]);

  await page.getByRole('link', { name: 'Count' }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Count' }).waitFor();
  await chooseDevice(stage());
  await type(page, '/variables/logFolder', '/var/tmp');
  await expectKept(page, product, cookie, 'run-script', 'editing.inputs', '/var/tmp');
  await page.reload();
  await chooseDevice(stage());
  await dialog().getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => field(page, '/variables/logFolder').getByRole('textbox').inputValue()).toBe('/var/tmp');
  await type(page, '/parameters', 'two 0.3');
  await press(page, 'Run');
  await dialog().waitFor({ state: 'hidden' });
  await expect.poll(() => output().innerText()).toContain('line 2');
  await page.getByText('Running', { exact: true }).waitFor();
  await button('Stop').click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await button('Retry on 1 device').waitFor();
  expect(complaints).toEqual([]);
});

it('becomes a script of a file that is chosen (C12-13)', { timeout: 120_000 }, async () => {
  const { page, product } = stage();
  await page.goto(`${product.url}/#/administration/library/scripting/templateLibrary`);
  await page.getByRole('link', { name: 'Import' }).click();
  await page.getByRole('heading', { name: 'Import a script' }).waitFor();
  expect(await seriousOn(page)).toEqual([]);
  const choosing = page.waitForEvent('filechooser');
  await page.getByLabel('Script file').focus();
  await page.keyboard.press('Enter');
  const chooser = await choosing;
  const file = { name: 'tidy.sh', mimeType: 'application/x-sh', buffer: Buffer.from('echo "tidied $1"\r\n') };
  await chooser.setFiles(file);
  await standsAt(page, 'Script');
  await choose(page, '/categoriesIds', 'Maintenance');
  await page.keyboard.press('Escape');
  // A draft holds what was read: the file is not needed again.
  await expect.poll(() => page.url()).toContain('draft=');
  await page.reload();
  await standsAt(page, 'Script');
  await press(page, 'Save');
  await isTold(page, 'tidy is added.');
  await runHere(stage(), 'tidy', 'tidied --quiet');
});
