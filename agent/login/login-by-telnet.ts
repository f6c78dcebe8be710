import { connect, type Socket } from 'node:net';
import { stripVTControlCharacters } from 'node:util';
import type { Login, LoginAttempt } from './attempt.ts';
import { createTelnetStream } from './telnet-stream.ts';

/** Characters of the latest output that prompts are looked for in. */
const LONGEST_OUTPUT = 4096;
/** A device that sends more than this asks nobody to sign in. */
const MOST_BYTES = 256 * 1024;

const namePrompt = /(?:login|username|user name|user) ?: ?$/i;
const passwordPrompt = /(?:password|passcode|passphrase) ?: ?$/i;
const refusal = /incorrect|denied|fail|invalid|rejected|bad (?:password|login|user)/i;
const shellPrompt = /[$#>%\]] ?$/;

interface Options {
  port: number;
  connectMs: number;
  /** For the whole sign-in. */
  signInMs: number;
  signal: AbortSignal;
}

/**
 * Signs in by telnet, which has no protocol for that: prompts are known by their words, and success by the prompt of a shell. The
 * password is sent once, unencrypted. Rejects only when the signal aborts.
 */
export function loginByTelnet(
  host: string,
  { username, password }: Login,
  { port, connectMs, signInMs, signal }: Options,
): Promise<LoginAttempt> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    let late = setTimeout(() => settle('unreachable'), connectMs);
    const settle = (attempt: LoginAttempt) => {
      clearTimeout(late);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(attempt);
    };
    const stop = () => {
      reject(signal.reason);
      settle('unreachable');
    };
    if (signal.aborted) {
      socket.destroy();
      clearTimeout(late);
      return reject(signal.reason);
    }
    signal.addEventListener('abort', stop, { once: true });
    const dialogue = createDialogue(socket, { username, password });
    socket.once('connect', () => {
      clearTimeout(late);
      late = setTimeout(() => settle('undecided'), signInMs);
    });
    socket.on('data', (bytes) => {
      const attempt = dialogue.hear(bytes);
      if (attempt !== undefined) settle(attempt);
    });
    const left = () =>
      settle(dialogue.hasSentPassword() ? 'refused' : socket.bytesRead > 0 ? 'undecided' : 'unreachable');
    socket.once('end', left);
    socket.once('error', left);
    socket.once('close', left);
  });
}

interface Dialogue {
  /** Answers prompts. Returns the outcome once the device has told it. */
  hear(bytes: Buffer): LoginAttempt | undefined;
  hasSentPassword(): boolean;
}

function createDialogue(socket: Socket, { username, password }: Login): Dialogue {
  const stream = createTelnetStream();
  /** Since the last line that was sent. */
  let output = '';
  let asked: 'nothing' | 'name' | 'password' = 'nothing';

  function say(line: string, next: typeof asked): undefined {
    output = '';
    asked = next;
    socket.write(`${line}\r\n`);
  }

  return {
    hasSentPassword: () => asked === 'password',
    hear(bytes) {
      const { text, answer } = stream.take(bytes);
      if (answer.length > 0) socket.write(answer);
      if (socket.bytesRead > MOST_BYTES) return 'undecided';
      output = (output + text).slice(-LONGEST_OUTPUT);
      const lines = stripVTControlCharacters(output).split(/[\r\n]/);
      const line = (lines.at(-1) ?? '').replaceAll('\0', '');
      if (asked !== 'password') {
        if (passwordPrompt.test(line)) return say(password, 'password');
        if (namePrompt.test(line)) return asked === 'nothing' ? say(username, 'name') : 'refused';
        return undefined;
      }
      if (refusal.test(output) || passwordPrompt.test(line) || namePrompt.test(line)) return 'refused';
      return shellPrompt.test(line) ? 'accepted' : undefined;
    },
  };
}
