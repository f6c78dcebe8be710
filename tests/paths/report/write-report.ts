import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { flowIds } from '../load.ts';
import type { Tier } from '../run-flow.ts';
import { page } from './page.ts';
import type { FlowData } from '#api/contract/workbench.ts';

const tiers: readonly Tier[] = ['machine', 'dom', 'browser'];
const require = createRequire(import.meta.url);

/**
 * Writes the report into the folder, which then needs nothing else and no network. What another run wrote there of other
 * flows and tiers stays on the page, so that one report tells of all tiers.
 */
export async function writePage(folder: string, walked: readonly FlowData[]): Promise<void> {
  mkdirSync(join(folder, 'data'), { recursive: true });
  for (const data of walked) {
    writeFileSync(join(folder, 'data', `${data.flow}.${data.tier}.js`), `pathReport(${JSON.stringify(data)});\n`);
  }
  writeFileSync(join(folder, 'index.html'), await page(readAll(join(folder, 'data'))));
  writeFileSync(
    join(folder, 'report.css'),
    `${fonts()}\n${readFileSync(join(import.meta.dirname, 'report.css'), 'utf8')}`,
  );
  const client = await transform(readFileSync(join(import.meta.dirname, 'client.ts'), 'utf8'), { loader: 'ts' });
  writeFileSync(join(folder, 'report.js'), `{\n${client.code}}\n`);
}

function readAll(folder: string): FlowData[] {
  const flows = flowIds();
  return readdirSync(folder)
    .filter((file) => file.endsWith('.js') && flows.includes(file.split('.')[0] ?? ''))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .map((text) => JSON.parse(text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))) as FlowData)
    .sort((a, b) => a.flow.localeCompare(b.flow) || tiers.indexOf(a.tier) - tiers.indexOf(b.tier));
}

/** Inside the style sheet: a browser may refuse a page from a file the fonts beside it. */
function fonts(): string {
  return [
    ['Inter', 'inter'],
    ['JetBrains Mono', 'jetbrains-mono'],
  ]
    .map(([family, name]) => {
      const file = require.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
      const data = readFileSync(file).toString('base64');
      return `@font-face{font-family:'${family}';font-weight:100 800;src:url(data:font/woff2;base64,${data}) format('woff2')}`;
    })
    .join('\n');
}
