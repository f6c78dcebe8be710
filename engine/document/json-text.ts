import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';

/** 1-based, as editors count. */
export interface Position {
  line: number;
  column: number;
}

export interface ParsedText {
  value: unknown;
  /** Where the value of a pointer stands: its key, where it has one; the nearest thing around it when it is missing. */
  positionOf(pointer: Pointer): Position;
}

/** The text is not JSON. `offset` counts characters from 0. */
export class TextRefused extends Error {
  constructor(
    readonly offset: number,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'TextRefused';
  }
}

/** JSON with the place of everything in it; stricter than `JSON.parse` in one thing: a key stands once. Throws `TextRefused`. */
export function parseText(text: string): ParsedText {
  const offsets = new Map<Pointer, number>();
  const value = new Reader(text, offsets).document();
  return {
    value,
    positionOf(pointer) {
      let known = pointer;
      while (known !== '' && !offsets.has(known)) known = known.slice(0, known.lastIndexOf('/'));
      return positionAt(text, offsets.get(known) ?? 0);
    },
  };
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const TOKEN =
  /[{}[\]:,]|"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
const MAX_DEPTH = 200;

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly offsets: Map<Pointer, number>,
  ) {}

  document(): unknown {
    const value = this.value([]);
    this.space();
    if (this.at < this.text.length) throw new TextRefused(this.at, 'there is more after the end of the document');
    return value;
  }

  private value(path: readonly (string | number)[]): unknown {
    if (path.length > MAX_DEPTH) throw new TextRefused(this.at, 'nested too deep');
    this.space();
    const pointer = pointerOf(path);
    if (!this.offsets.has(pointer)) this.offsets.set(pointer, this.at);
    const token = this.token('a value');
    if (token === '{') return this.object(path);
    if (token === '[') return this.array(path);
    if (/^[}\]:,]$/.test(token)) throw new TextRefused(this.at - 1, `a value is expected, not "${token}"`);
    return this.scalar(token);
  }

  private object(path: readonly (string | number)[]): Record<string, unknown> {
    const found: [string, unknown][] = [];
    const keys = new Set<string>();
    if (this.next('}')) return {};
    do {
      this.space();
      const start = this.at;
      const token = this.token('a key');
      if (!token.startsWith('"')) throw new TextRefused(start, 'a key in double quotes is expected');
      const key = String(this.scalar(token));
      if (keys.has(key)) throw new TextRefused(start, `"${key}" stands twice`);
      keys.add(key);
      this.offsets.set(pointerOf([...path, key]), start);
      this.expect(':');
      found.push([key, this.value([...path, key])]);
    } while (this.next(','));
    this.expect('}');
    return Object.fromEntries(found);
  }

  private array(path: readonly (string | number)[]): unknown[] {
    const found: unknown[] = [];
    if (this.next(']')) return found;
    do found.push(this.value([...path, found.length]));
    while (this.next(','));
    this.expect(']');
    return found;
  }

  private scalar(token: string): unknown {
    try {
      return JSON.parse(token);
    } catch (cause) {
      throw new TextRefused(this.at - token.length, 'a line break or control character stands in a text', { cause });
    }
  }

  private expect(punctuation: string): void {
    this.space();
    const start = this.at;
    if (this.at >= this.text.length) throw new TextRefused(start, `"${punctuation}" is missing at the end`);
    if (!this.next(punctuation)) throw new TextRefused(start, `"${punctuation}" is expected`);
  }

  private next(punctuation: string): boolean {
    this.space();
    if (this.text[this.at] !== punctuation) return false;
    this.at += 1;
    return true;
  }

  private token(wanted: string): string {
    TOKEN.lastIndex = this.at;
    const [token] = TOKEN.exec(this.text) ?? [];
    if (token === undefined) throw new TextRefused(this.at, `${wanted} is expected`);
    this.at += token.length;
    return token;
  }

  private space(): void {
    SPACE.lastIndex = this.at;
    this.at += SPACE.exec(this.text)?.[0].length ?? 0;
  }
}
