import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/**
 * A JSON file that only its owner may read (0600), replaced as a whole: a crash leaves the old contents or the new.
 * A file that is damaged counts as absent.
 */
export interface PrivateFile<T> {
  read(): T | undefined;
  write(value: T): void;
  remove(): void;
}

export function privateFile<S extends TSchema>(path: string, schema: S): PrivateFile<Static<S>> {
  return {
    read() {
      let text: string;
      try {
        text = readFileSync(path, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
      try {
        const value: unknown = JSON.parse(text);
        return Value.Check(schema, value) ? value : undefined;
      } catch {
        return undefined;
      }
    },
    write(value) {
      const directory = dirname(path);
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const aside = `${path}.${process.pid}`;
      rmSync(aside, { force: true });
      const file = openSync(aside, 'wx', 0o600);
      try {
        writeSync(file, JSON.stringify(value));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      chmodSync(aside, 0o600);
      renameSync(aside, path);
    },
    remove() {
      rmSync(path, { force: true });
    },
  };
}
