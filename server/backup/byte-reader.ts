import { BackupRefused } from './backup-refused.ts';

const LONGEST_LINE = 4_000_000;
const LONGEST_CHUNK = 64 * 1024 * 1024;

/** Reads lines and counted bytes from a stream of chunks. */
export class ByteReader {
  private readonly source: AsyncIterator<Buffer>;
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.source = source[Symbol.asyncIterator]();
  }

  /** Without its newline. @throws BackupRefused */
  async line(): Promise<string> {
    for (;;) {
      const end = this.held.indexOf(0x0a);
      if (end >= 0) return this.take(end + 1).toString('utf8', 0, end);
      if (this.held.length > LONGEST_LINE) throw new BackupRefused('The file is not a backup of Cairn, or is damaged.');
      await this.more();
    }
  }

  async json<T>(): Promise<{ text: string; value: T }> {
    const text = await this.line();
    try {
      return { text, value: JSON.parse(text) as T };
    } catch (cause) {
      throw new BackupRefused('The backup is damaged: a line of it cannot be read.', { cause });
    }
  }

  /** A chunk with its length before it; undefined at the end of a table. @throws BackupRefused */
  async chunk(): Promise<Buffer | undefined> {
    const length = (await this.bytes(4)).readUInt32BE();
    if (length > LONGEST_CHUNK) throw new BackupRefused('The backup is damaged: a part of it is too long.');
    return length === 0 ? undefined : this.bytes(length);
  }

  private async bytes(length: number): Promise<Buffer> {
    while (this.held.length < length) await this.more();
    return this.take(length);
  }

  private take(length: number): Buffer {
    const taken = this.held.subarray(0, length);
    this.held = this.held.subarray(length);
    return taken;
  }

  private async more(): Promise<void> {
    const next = await this.source.next().catch((cause: unknown) => {
      // The system could not open the file: its error names it.
      if (cause instanceof Error && 'path' in cause) throw cause;
      throw new BackupRefused('The file is not a backup of Cairn, or is damaged or cut off.', { cause });
    });
    if (next.done) throw new BackupRefused('The backup ends too early: it was cut off.');
    this.held = this.held.length === 0 ? next.value : Buffer.concat([this.held, next.value]);
  }
}
