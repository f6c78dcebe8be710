// The telnet protocol as far as a sign-in needs it (RFC 854): text without commands, and a refusal of every option but two.

const SE = 240;
const SB = 250;
const WILL = 251;
const WONT = 252;
const DO = 253;
const DONT = 254;
const IAC = 255;
/** The server echoes what it wants to be seen (RFC 857), and sends without being asked to (RFC 858). */
const ACCEPTED: ReadonlySet<number> = new Set([1, 3]);

export interface TelnetStream {
  /** Takes bytes as they arrive, cut anywhere. Returns the text in them, and the bytes to answer. */
  take(bytes: Uint8Array): { text: string; answer: Buffer };
}

/** Each option is answered once, so that two sides that disagree do not answer each other for ever. */
export function createTelnetStream(): TelnetStream {
  const answered = new Set<string>();
  let state: 'text' | 'command' | 'option' | 'detail' | 'detailCommand' = 'text';
  let verb = 0;

  function answerTo(option: number): number[] {
    const key = `${verb} ${option}`;
    if ((verb !== DO && verb !== WILL) || answered.has(key)) return [];
    answered.add(key);
    return [IAC, verb === DO ? WONT : ACCEPTED.has(option) ? DO : DONT, option];
  }

  return {
    take(bytes) {
      const text: number[] = [];
      const answer: number[] = [];
      for (const byte of bytes) {
        if (state === 'text') {
          if (byte === IAC) state = 'command';
          else text.push(byte);
        } else if (state === 'command') {
          if (byte === IAC) text.push(byte);
          verb = byte;
          state = byte === SB ? 'detail' : byte >= WILL && byte <= DONT ? 'option' : 'text';
        } else if (state === 'option') {
          answer.push(...answerTo(byte));
          state = 'text';
        } else if (state === 'detail') {
          if (byte === IAC) state = 'detailCommand';
        } else state = byte === SE ? 'text' : 'detail';
      }
      return { text: Buffer.from(text).toString('latin1'), answer: Buffer.from(answer) };
    },
  };
}
