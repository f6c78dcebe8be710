import type { SealedKey } from './seal-key.ts';

/**
 * A backup is a gzip stream: the line FIRST_LINE, a line of JSON (`Header`), then for each table of the header, in its order, the rows
 * as PostgreSQL's `COPY … TO STDOUT` writes them, in chunks (four bytes of length, big-endian, then the bytes; a length of 0
 * ends the table) and a line of JSON (`TableEnd`), and at the end a line of JSON (`End`).
 */
export const FIRST_LINE = 'cairn-backup 1';

export interface BackedUpTable {
  name: string;
  /** Without generated columns. */
  columns: string[];
}

export interface Header {
  createdAt: string;
  /** Of the Cairn that made it. */
  version: string;
  /** The newest schema migration, by its time in the journal. */
  migration: number;
  /** Those that others refer to come first. */
  tables: BackedUpTable[];
  sequences: { name: string; lastValue: string }[];
  secretKey: SealedKey;
}

export interface TableEnd {
  rows: number;
  sha256: string;
}

export interface End {
  /** Over the header's line and each table's. */
  sha256: string;
}
