import type { Header } from '../../outbound/redirect.ts';
import type { StoredConfig } from './check.ts';

/** A text of a stored configuration; what is missing or of another type is the text given for it. */
export function textOf(config: StoredConfig, field: string, otherwise = ''): string {
  const value = config[field];
  return typeof value === 'string' ? value : otherwise;
}

/** A number of a stored configuration; what is missing or of another type is the number given for it. */
export function numberOf(config: StoredConfig, field: string, otherwise: number): number {
  const value = config[field];
  return typeof value === 'number' ? value : otherwise;
}

/** Name and value pairs of a stored configuration, without rows that have no name. */
export function pairsOf(config: StoredConfig, field: string): Header[] {
  const value = config[field];
  if (!Array.isArray(value)) return [];
  return value.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return [];
    const { name, value: text } = row as Partial<Record<string, unknown>>;
    return typeof name === 'string' && name !== '' && typeof text === 'string' ? [{ name, value: text }] : [];
  });
}
