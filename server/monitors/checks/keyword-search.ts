import type { BodyWatcher } from '../../outbound/read-response.ts';
import { textDecoder } from './plain-text.ts';

/**
 * Looks for texts in a body as it streams by. Between two chunks it keeps no more than the longest text could have begun in: a text, and
 * a character of several bytes, may stand across the edge.
 */
export class KeywordSearch implements BodyWatcher {
  readonly found = new Set<string>();
  private readonly missing: Set<string>;
  private readonly decoder: TextDecoder;
  private readonly overlap: number;
  private tail = '';

  constructor(keywords: readonly string[], contentType: string | undefined) {
    this.missing = new Set(keywords);
    this.decoder = textDecoder(contentType);
    this.overlap = Math.max(0, ...keywords.map((each) => each.length - 1));
  }

  get satisfied(): boolean {
    return this.missing.size === 0;
  }

  take(chunk: Buffer): void {
    if (this.satisfied) return;
    const text = this.tail + this.decoder.decode(chunk, { stream: true });
    for (const each of this.missing) {
      if (!text.includes(each)) continue;
      this.found.add(each);
      this.missing.delete(each);
    }
    this.tail = this.overlap === 0 ? '' : text.slice(-this.overlap);
  }
}
