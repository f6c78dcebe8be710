import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The head of the audit trail at one instant. */
export interface Anchor {
  id: number;
  hash: string;
  /** ISO 8601. */
  at: string;
}

const LONGEST_BYTES = 1_000_000;
const KEPT_FILES = 5;

/**
 * Append-only log of the audit trail's heads in the data directory, one JSON line each. The file is rotated at a
 * megabyte and five are kept: a head covers every row before it, so the newest ones prove the most.
 */
export class AnchorFile {
  private readonly path: string;
  private mayBeTorn = true;

  constructor(dataDirectory: string) {
    this.path = join(dataDirectory, 'audit-anchor.log');
  }

  append(anchor: Anchor): void {
    if (existsSync(this.path) && statSync(this.path).size > LONGEST_BYTES) this.rotate();
    const file = openSync(this.path, 'a', 0o600);
    try {
      // A crash may have truncated the previous line.
      writeSync(file, `${this.mayBeTorn && fstatSync(file).size > 0 ? '\n' : ''}${JSON.stringify(anchor)}\n`);
      fsyncSync(file);
      this.mayBeTorn = false;
    } finally {
      closeSync(file);
    }
  }

  /** Oldest first; lines that a crash truncated are skipped. */
  read(): Anchor[] {
    return Array.from({ length: KEPT_FILES }, (_, age) => this.at(KEPT_FILES - 1 - age))
      .filter((path) => existsSync(path))
      .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
      .flatMap((line) => parse(line) ?? []);
  }

  private at(age: number): string {
    return age === 0 ? this.path : this.path.replace(/\.log$/, `.${age}.log`);
  }

  private rotate(): void {
    rmSync(this.at(KEPT_FILES - 1), { force: true });
    for (let age = KEPT_FILES - 2; age >= 0; age--) {
      if (existsSync(this.at(age))) renameSync(this.at(age), this.at(age + 1));
    }
  }
}

function parse(line: string): Anchor | undefined {
  try {
    const { id, hash, at } = JSON.parse(line) as Partial<Anchor>;
    return typeof id === 'number' && typeof hash === 'string' && typeof at === 'string' ? { id, hash, at } : undefined;
  } catch {
    return undefined;
  }
}
