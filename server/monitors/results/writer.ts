import { noDetail } from '../checks/check.ts';
import type { CheckRecord } from './check-record.ts';

/** A check waits at most this long, in milliseconds, before it is written with the others. */
const longestDelay = 200;
const largestBatch = 500;
/** While the database is away this many checks are kept, the first so many of them with what the target sent. */
const mostKept = 50_000;
const mostWhole = 1000;
const retryMs = 1000;

export interface WriterOptions {
  /** Stores a batch as a whole, or rejects and has stored nothing of it. */
  store(batch: readonly CheckRecord[]): Promise<unknown>;
  /** A batch is in the database. */
  onStored(batch: readonly CheckRecord[]): void;
  /** Whether the records themselves are at fault, so that trying again cannot help. */
  isRefused(error: unknown): boolean;
  /** `dropped` checks will not be stored. */
  onTrouble(error: unknown, dropped: number): void;
}

/** Gathers checks and writes them in batches, in order, one batch at a time. */
export class Writer {
  private kept: CheckRecord[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(private readonly options: WriterOptions) {}

  get waiting(): number {
    return this.kept.length;
  }

  add(record: CheckRecord): void {
    if (this.kept.length >= mostKept) {
      this.options.onTrouble(new Error('More checks are waiting for the database than can be kept'), 1);
      return;
    }
    if (this.kept.length >= mostWhole) record.outcome.detail = noDetail;
    this.kept.push(record);
    if (this.kept.length >= largestBatch) void this.write();
    else this.timer ??= setTimeout(() => void this.write(), longestDelay);
  }

  /** Resolves once everything added so far is stored or given up; gives up at the first failure of the database. */
  async flush(): Promise<void> {
    await this.writing;
    if (this.kept.length > 0) await this.write();
  }

  /** Writes what is left, once, and takes no more care of it. */
  async close(): Promise<void> {
    this.closed = true;
    await this.flush();
    clearTimeout(this.timer);
    if (this.kept.length > 0) this.options.onTrouble(new Error('The database was away at the end'), this.kept.length);
    this.kept = [];
  }

  private write(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    return (this.writing ??= this.drain().finally(() => {
      this.writing = undefined;
      // Came while the last batch was being written.
      if (this.kept.length > 0 && !this.closed) this.timer ??= setTimeout(() => void this.write(), longestDelay);
    }));
  }

  private async drain(): Promise<void> {
    while (this.kept.length > 0) {
      const batch = this.kept.slice(0, largestBatch);
      try {
        await this.storeOrSplit(batch);
        this.kept.splice(0, batch.length);
      } catch (error) {
        this.options.onTrouble(error, 0);
        if (!this.closed) this.timer ??= setTimeout(() => void this.write(), retryMs);
        return;
      }
      if (this.kept.length < largestBatch / 2) return;
    }
  }

  /** One bad record must not hold up the others: a refused batch is halved until the bad one stands alone. */
  private async storeOrSplit(batch: CheckRecord[]): Promise<void> {
    try {
      await this.options.store(batch);
      this.options.onStored(batch);
    } catch (error) {
      if (!this.options.isRefused(error)) throw error;
      if (batch.length === 1) {
        this.options.onTrouble(error, 1);
        return;
      }
      const half = batch.length >> 1;
      await this.storeOrSplit(batch.slice(0, half));
      await this.storeOrSplit(batch.slice(half));
    }
  }
}
