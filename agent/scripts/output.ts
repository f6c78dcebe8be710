import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { mostOutput } from '#api/contract/agent-methods/script.ts';

type Stream = 'out' | 'err';
interface Part {
  stream: Stream;
  text: string;
}

/** Characters of one part; with what JSON adds it fits half a report. */
const LONGEST_PART = 6000;
/** Between two parts that do not fill up: the first so many come quickly, later ones seldom, so that an hour fits the items of a run. */
const QUICK_MS = 300;
const SLOW_MS = 3000;
const QUICK_PARTS = 1000;
/** Changes between the two streams that keep their order, at once; later ones go to the stream's last part. */
const MOST_TURNS = 20;
/** Of all scripts of this agent together: the server closes the connection of a device that sends much more. */
export const BYTES_A_SECOND = 100_000;
/** Sequences of terminals, and characters that print nothing. */
const UNPRINTED =
  // oxlint-disable-next-line no-control-regex
  /\u001b\[[0-9;?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[\u0000-\u0008\u000b-\u001f\u007f]/g;

/** The bytes of all scripts: who takes more than a second's waits. */
let spent = { since: 0, bytes: 0 };
async function spend(bytes: number): Promise<void> {
  const now = performance.now();
  if (now - spent.since > 1000) spent = { since: now, bytes: 0 };
  spent.bytes += bytes;
  if (spent.bytes > BYTES_A_SECOND) await sleep((1000 * spent.bytes) / BYTES_A_SECOND - (now - spent.since));
}

export interface Collected {
  /** Reads a stream to its end; a program that writes faster than allowed waits. */
  read(stream: Stream, from: Readable): Promise<void>;
  /** Says what is left. */
  end(): void;
  /** Whether output was left out. */
  readonly cut: boolean;
}

/** Collects the output of a script and says it in parts, in the order in which it came. */
export function collectOutput(say: (part: Part) => void): Collected {
  let waiting: Part[] = [];
  let timer: NodeJS.Timeout | undefined;
  let parts = 0;
  let bytes = 0;
  let cut = false;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { stream, text } of waiting)
      for (const part of cutText(text)) {
        say({ stream, text: part });
        parts += 1;
      }
    waiting = [];
  }

  function add(stream: Stream, decoded: string): void {
    const text = decoded.replaceAll('\r\n', '\n').replaceAll(UNPRINTED, '');
    if (text === '') return;
    const quick = parts < QUICK_PARTS;
    const full = waiting.length >= (quick ? MOST_TURNS : 2);
    const last = full ? waiting.findLast((part) => part.stream === stream) : waiting.at(-1);
    if (last?.stream === stream) last.text += text;
    else waiting.push({ stream, text });
    if (waiting.some((part) => part.text.length >= LONGEST_PART)) flush();
    else timer ??= setTimeout(flush, quick ? QUICK_MS : SLOW_MS);
  }

  return {
    async read(stream, from) {
      const decoder = new StringDecoder('utf8');
      for await (const chunk of from as AsyncIterable<Buffer>) {
        const room = mostOutput - bytes;
        bytes += chunk.length;
        // The rest is read and left out, so that the script goes on.
        if (chunk.length > room) cut = true;
        if (room <= 0) continue;
        const kept = chunk.subarray(0, room);
        add(stream, decoder.write(kept));
        await spend(kept.length);
      }
      add(stream, decoder.end());
    },
    end: flush,
    get cut() {
      return cut;
    },
  };
}

/** Parts of at most `LONGEST_PART`, none of which ends in half of a character. */
function cutText(text: string): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    const to = from + LONGEST_PART;
    const half = to < text.length && (text.charCodeAt(to) & 0xfc00) === 0xdc00;
    parts.push(text.slice(from, half ? to - 1 : to));
    from = half ? to - 1 : to;
  }
  return parts;
}
