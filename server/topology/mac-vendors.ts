import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isLocallyAdministered, isStation } from '#api/contract/mac.ts';

/** Digits of a prefix that the IEEE assigns, the longest first: MA-S, MA-M and MA-L. */
const prefixes = [9, 7, 6];

let names: ReadonlyMap<string, string> | undefined;

/**
 * Whom the IEEE assigned the prefix of a MAC address to; empty for an unknown one. A locally administered address has no vendor:
 * software made it up.
 */
export function vendorOfMac(mac: string): string {
  if (!isStation(mac) || isLocallyAdministered(mac)) return '';
  const digits = mac.replaceAll(':', '').toUpperCase();
  names ??= readNames();
  for (const length of prefixes) {
    const name = names.get(digits.slice(0, length));
    if (name !== undefined) return name;
  }
  return '';
}

/** The first line of each entry, without the postal address. The list is read once somebody asks: it has 5 MB. */
function readNames(): ReadonlyMap<string, string> {
  const path = fileURLToPath(import.meta.resolve('oui-data'));
  const entries: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof entries !== 'object' || entries === null) throw new Error(`${path} is no list of vendors`);
  return new Map(
    Object.entries(entries).map(([prefix, text]) => [
      prefix,
      (String(text).split('\n', 1)[0] ?? '').trim().slice(0, 100),
    ]),
  );
}
