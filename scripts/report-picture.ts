import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { browserFlags } from './browser.mjs';

/** `path-report.png`: the diagram of a flow in a path report that was just made. */
export async function reportPicture(executablePath: string, folder: string): Promise<void> {
  const report = mkdtempSync(join(tmpdir(), 'cairn-path-report-'));
  const browser = await chromium.launch({ executablePath, args: browserFlags });
  try {
    const asked = ['--flow', 'organization', '--flow', 'sign-in', '--html', report];
    spawnSync('npm', ['run', '--silent', 'paths', '--', ...asked], {
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
    const page = await browser.newPage({ viewport: { width: 1280, height: 1000 }, colorScheme: 'light' });
    await page.goto(pathToFileURL(join(report, 'index.html')).href);
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(folder, 'path-report.png') });
    console.log('docs/images/path-report.png');
  } finally {
    await browser.close();
    rmSync(report, { recursive: true, force: true });
  }
}
