import type { Socket } from 'node:net';
import { OutboundFailed, outboundFailure } from '../../../outbound/outbound-failed.ts';

/** A line of a mail protocol is at most this long, and a whole conversation at most so many bytes. */
const lineBytes = 16_384;
const totalBytes = 4_194_304;

/** A conversation in lines over a connection, bounded in bytes. Each method rejects with `OutboundFailed` once it has failed. */
export class Lines {
  private buffer: Buffer = Buffer.alloc(0);
  private read = 0;
  private failure: OutboundFailed | undefined;
  private wake: (() => void) | undefined;

  constructor(
    private readonly socket: Socket,
    private readonly onHeard?: () => void,
  ) {
    socket.on('data', this.take);
    socket.once('error', this.fail);
    socket.once('close', this.close);
    if (socket.destroyed) this.close();
  }

  /** The next line without its end, every byte one character. */
  async next(): Promise<string> {
    for (;;) {
      const end = this.buffer.indexOf(10);
      if (end >= 0) {
        const line = this.buffer.subarray(0, this.buffer[end - 1] === 13 ? end - 1 : end).toString('latin1');
        this.buffer = this.buffer.subarray(end + 1);
        return line;
      }
      if (this.buffer.length > lineBytes)
        throw new OutboundFailed('bad_response', 'The server sent a line without end.');
      await this.more();
    }
  }

  /** Leaves so many bytes out: a literal of IMAP. */
  async skip(count: number): Promise<void> {
    let left = count;
    for (;;) {
      const now = Math.min(left, this.buffer.length);
      this.buffer = this.buffer.subarray(now);
      left -= now;
      if (left === 0) return;
      await this.more();
    }
  }

  /** Refuses what the server said before it was asked: it would count as the answer. */
  ask(line: string): void {
    if (this.buffer.length > 0) throw new OutboundFailed('bad_response', 'The server answers before it is asked.');
    this.say(line);
  }

  say(line: string): void {
    // What would be two commands is not said at all.
    if (/[\r\n\0]/.test(line)) throw new OutboundFailed('invalid_request', 'A name or password holds a line break.');
    if (!this.failure) this.socket.write(`${line}\r\n`);
  }

  /** Gives the bare connection back, for a handshake. What was said before it must not count as said after it. */
  release(): Socket {
    this.socket.off('data', this.take).off('error', this.fail).off('close', this.close);
    if (this.buffer.length > 0) throw saidTooMuch();
    return this.socket;
  }

  private async more(): Promise<void> {
    if (this.failure) throw this.failure;
    this.socket.resume();
    await new Promise<void>((resolve) => (this.wake = resolve));
  }

  private readonly take = (chunk: Buffer) => {
    if (this.read === 0) this.onHeard?.();
    this.read += chunk.length;
    if (this.read > totalBytes)
      this.fail(new OutboundFailed('bad_response', 'The server sent far more than was asked for.'));
    else this.buffer = this.buffer.length === 0 ? chunk : Buffer.concat([this.buffer, chunk]);
    // Nothing more is taken in before this has been looked at.
    this.socket.pause();
    this.awake();
  };

  private readonly fail = (error: Error) => {
    const failed = outboundFailure(error);
    this.failure ??= failed.code === 'connection_reset' ? closed() : failed;
    this.socket.destroy();
    this.awake();
  };

  private readonly close = () => {
    this.failure ??= closed();
    this.awake();
  };

  private awake(): void {
    this.wake?.();
    this.wake = undefined;
  }
}

const closed = () => new OutboundFailed('connection_reset', 'The server closed the connection.');

/** Whoever sits between could have put it there (RFC 3207, 6): it must not count as said under TLS. */
export function saidTooMuch(): OutboundFailed {
  return new OutboundFailed(
    'bad_response',
    'The server sent data between its answer to STARTTLS and the handshake; the connection was ended before anything secret was said.',
  );
}
