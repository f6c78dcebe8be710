import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { MonitorType } from '#api/contract/monitor-types.ts';
import snmp from '#schemas/cloud-monitor/types/snmp.json' with { type: 'json' };
import { typeTitles } from '#schemas/cloud-monitor/types.ts';
import { monitorTypes } from '#server/monitors/types/registry.ts';

type Document = Pick<typeof snmp, 'choice' | 'failure' | 'fields' | 'parameters'>;

const root = fileURLToPath(new URL('../..', import.meta.url));
const folders = ['agent', 'api', 'engine', 'machines', 'schemas', 'screens', 'server', 'src'];

function productionFiles(): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && /\.(?:[tj]sx?|json|css)$/.test(entry.name) && !/\.(?:test|gen)\./.test(entry.name),
      )
      .map((entry) => join(entry.parentPath, entry.name)),
  );
}

/** Files that name the type, its part of the screens, or one of its fields and parameters, or its condition: `snmpPort`, `SnmpFailed`. */
function filesThatKnow({ choice, failure, fields, parameters }: Document): string[] {
  const files = productionFiles();
  expect(files.length).toBeGreaterThan(500);
  const type = choice.const;
  const names = [failure.type, ...fields, ...parameters].map((name) => String.raw`\b${name}\b`);
  // Discovery and credentials speak SNMP too, without this type.
  const known = new RegExp(
    [`['"]${type}['"]`, String.raw`\b${type}:`, `types/${type.toLowerCase()}`, ...names].join('|'),
  );
  return files
    .filter((file) => known.test(readFileSync(file, 'utf8')))
    .map((file) => relative(root, file))
    .sort();
}

it('stands in six production files, which docs/add-a-monitor-type.md names, when it is added as SNMP was', () => {
  const files = filesThatKnow(snmp);
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
