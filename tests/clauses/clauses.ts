import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** One promise of what a system does: `docs/clauses.tsv`, whole for a system that is built, else the clauses that are shown. */
export interface Clause {
  id: string;
  kind: string;
  text: string;
}

/** What the first part of an id stands for. */
export const systems: Readonly<Record<string, string>> = {
  C01: 'Shell',
  C02: 'Administration navigation',
  C09: 'Dashboards',
  C16: 'Users, API keys, session',
  C18: 'Languages, time zones, countries',
  C21: 'Shared widgets',
  C22: 'Error catalogue and error reporting',
  C23: 'Organizations, locations, devices',
  F08: 'Cloud monitor',
  F09: 'Maintenance',
  F11: 'Computer installer',
};

export const idPattern = /\b[CF]\d\d-\d\d\b/g;

export function readClauses(): Clause[] {
  return rows('docs/clauses.tsv').map(([id = '', kind = '', text = '']) => ({ id, kind, text }));
}

/** Why nothing shows a clause yet, by id: `docs/clauses-not-shown.tsv`. */
export function readReasons(): Map<string, string> {
  return new Map(rows('docs/clauses-not-shown.tsv').map(([id = '', reason = '']) => [id, reason]));
}

function rows(path: string): string[][] {
  const [, ...lines] = readFileSync(join(root, path), 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split('\t'));
}
