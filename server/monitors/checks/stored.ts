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
