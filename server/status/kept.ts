import { steadyNow } from '../clock/steady.ts';

interface Entry {
  until: number;
  value: Promise<unknown>;
}

/** Answers that are found out once and kept for a while, however many ask meanwhile. The oldest go when there are too many. */
export class Kept {
  private readonly entries = new Map<string, Entry>();

  constructor(private readonly most: number) {}

  /** What `find` answers, or answered less than `milliseconds` ago. A failure is not kept. */
  async get<T>(key: string, milliseconds: number, find: () => Promise<T>): Promise<T> {
    const known = this.entries.get(key);
    if (known && known.until > steadyNow()) return known.value as Promise<T>;
    const value = find();
    this.entries.delete(key);
    this.entries.set(key, { value, until: steadyNow() + milliseconds });
    if (this.entries.size > this.most) {
      const [oldest] = this.entries.keys();
      if (oldest !== undefined) this.entries.delete(oldest);
    }
    try {
      return await value;
    } catch (error) {
      if (this.entries.get(key)?.value === value) this.entries.delete(key);
      throw error;
    }
  }
}
