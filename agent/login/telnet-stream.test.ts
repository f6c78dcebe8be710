import { describe, expect, it } from 'vitest';
import { createTelnetStream } from './telnet-stream.ts';

const [SB, SE, WILL, WONT, DO, DONT, IAC] = [250, 240, 251, 252, 253, 254, 255];
const [ECHO, TERMINAL_TYPE] = [1, 24];

describe('a telnet stream', () => {
  it('refuses what it is asked to do, and accepts that the server echoes', () => {
    const { take } = createTelnetStream();
    const { text, answer } = take(Buffer.from([IAC, DO, TERMINAL_TYPE, IAC, WILL, ECHO, IAC, WILL, 5, 104, 105]));
    expect(text).toBe('hi');
    expect([...answer]).toEqual([IAC, WONT, TERMINAL_TYPE, IAC, DO, ECHO, IAC, DONT, 5]);
  });

  it('reads commands that arrive in pieces, and leaves what they hold out of the text', () => {
    const bytes = [108, IAC, SB, TERMINAL_TYPE, 1, IAC, IAC, 120, IAC, SE, 111, IAC, DO, 3, 103, IAC, 249, 105, 110];
    const { take } = createTelnetStream();
    const parts = bytes.map((byte) => take(Buffer.from([byte])));
    expect(parts.map(({ text }) => text).join('')).toBe('login');
    expect(parts.flatMap(({ answer }) => [...answer])).toEqual([IAC, WONT, 3]);
  });

  it('answers an option once, and no refusal', () => {
    const { take } = createTelnetStream();
    const asked = Array.from({ length: 100 }, () => [IAC, DO, ECHO, IAC, WONT, ECHO, IAC, DONT, ECHO]).flat();
    expect([...take(Buffer.from(asked)).answer]).toEqual([IAC, WONT, ECHO]);
  });
});
