import type { DirectoryComputer } from '#api/contract/agent-methods/directory.ts';
import { bounded } from '../inventory/bounded.ts';
import { parentOf } from '#api/contract/distinguished-name.ts';
import type { Entry } from './messages.ts';

const LONGEST_NAME = 255;
export const LONGEST_PATH = 1024;
const LONGEST_OS = 200;
const GUID_BYTES = 16;

/** Not `objectClass`: that of a managed service account is derived from `computer`. */
export const computerFilter = '(objectCategory=computer)';
export const computerAttributes = [
  'objectGUID',
  'name',
  'cn',
  'sAMAccountName',
  'dNSHostName',
  'operatingSystem',
  'operatingSystemVersion',
];

/** The first value of an attribute; empty where there is none. */
export function textOf({ attributes }: Entry, name: string, length: number): string {
  return bounded(attributes.get(name.toLowerCase())?.[0]?.toString('utf8'), length);
}

/** The first of these attributes that has a text. */
export function nameOf(entry: Entry, ...names: readonly string[]): string {
  return names.map((name) => textOf(entry, name, LONGEST_NAME)).find((text) => text !== '') ?? '';
}

/** The computer that an entry describes; undefined when it has no identity. */
export function computerOf(entry: Entry): DirectoryComputer | undefined {
  const objectGuid = guidOf(entry.attributes.get('objectguid')?.[0]);
  if (objectGuid === undefined) return undefined;
  const os = osOf(entry);
  return {
    objectGuid,
    name: nameOf(entry, 'name', 'cn') || textOf(entry, 'sAMAccountName', LONGEST_NAME).replace(/\$$/, ''),
    hostName: textOf(entry, 'dNSHostName', LONGEST_NAME),
    os,
    ouPath: bounded(parentOf(entry.path), LONGEST_PATH),
    isServer: /server/i.test(os),
  };
}

/** "Windows Server 2022 Standard"; with the version only where the name has no number: "Ubuntu 24.04". */
function osOf(entry: Entry): string {
  const os = textOf(entry, 'operatingSystem', LONGEST_OS);
  if (os === '' || /\d/.test(os)) return os;
  return bounded(`${os} ${textOf(entry, 'operatingSystemVersion', LONGEST_OS)}`, LONGEST_OS);
}

/** As Windows shows it: the first three groups are little-endian numbers. */
function guidOf(bytes: Buffer | undefined): string | undefined {
  if (bytes?.length !== GUID_BYTES) return undefined;
  const little = [bytes.subarray(0, 4), bytes.subarray(4, 6), bytes.subarray(6, 8)];
  const groups = [...little.map((group) => group.toReversed()), bytes.subarray(8, 10), bytes.subarray(10)];
  return groups.map((group) => Buffer.from(group).toString('hex')).join('-');
}
