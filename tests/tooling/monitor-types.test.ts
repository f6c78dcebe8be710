import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MonitorType } from '#api/contract/monitor-types.ts';
import { typeTitles } from '#schemas/cloud-monitor/types.ts';
import { monitorTypes } from '#server/monitors/types/registry.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['agent', 'api', 'engine', 'machines', 'schemas', 'screens', 'server', 'src'];

function productionFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:[tj]sx?|json|css)$/.test(entry.name) && !/\.test\./.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** Files that name the type, or something of it: `snmpPort`, `SnmpFailed`, `net-snmp`. */
function filesThatKnow(type: string): string[] {
  const files = productionFiles();
  expect(files.length).toBeGreaterThan(500);
  return files
    .filter((file) => readFileSync(file, 'utf8').toLowerCase().includes(type))
    .map((file) => relative(root, file))
    .sort();
}

it('stands in six production files, which docs/add-a-monitor-type.md names, when it is added as SNMP was', () => {
  const files = filesThatKnow('snmp');
  expect(files).toEqual([
    'api/contract/monitor-types.ts',
    'api/contract/monitor-types/snmp.ts',
    'schemas/cloud-monitor/types.ts',
    'schemas/cloud-monitor/types/snmp.json',
    'server/monitors/types/registry.ts',
    'server/monitors/types/snmp.ts',
  ]);
  const page = readFileSync(join(root, 'docs/add-a-monitor-type.md'), 'utf8');
  const named = page.split('\n').flatMap((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? []);
  expect(named.toSorted()).toEqual(files);
});

it('is in the contract, in the screens and in the server alike', () => {
  const types = MonitorType.anyOf.map((one) => one.const).toSorted();
  expect(Object.keys(typeTitles).toSorted()).toEqual(types);
  expect(Object.keys(monitorTypes).toSorted()).toEqual(types);
});
