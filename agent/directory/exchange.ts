import type { Socket } from 'node:net';
import type { BindRequest, ExtendedRequest, SearchRequest } from 'ldapts';
import { NotBer, sizeOfFirst } from './ber.ts';
import { DirectoryFailed, failureOf } from './directory-failed.ts';
import { readMessage, type Entry, type Message, type Outcome } from './messages.ts';

type Request = BindRequest | ExtendedRequest | SearchRequest;

/** Every message begins with this tag. */
const SEQUENCE = 0x30;
const OPERATION_MS = 20_000;
/** Bytes of one message, such as one entry. */
const LARGEST_MESSAGE = 2 * 1024 * 1024;
/** Bytes of all messages that answer one request: a server that knows no pages sends every computer at once. */
const LARGEST_ANSWER = 64 * 1024 * 1024;

interface Pending {
  readonly id: number;
  bytes: number;
  readonly entry: (entry: Entry) => void;
  readonly succeed: (outcome: Outcome) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Sends requests over a socket, one at a time, and numbers them. It never reconnects: the client of `ldapts` does, without TLS, and
 * would send the password over the new connection.
 */
export class Exchange {
  private readonly socket: Socket;
  private received: Buffer = Buffer.alloc(0);
  private last = 0;
  private pending: Pending | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', this.receive).on('error', this.lose).on('close', this.lose);
  }

  /** Sends a request, hands over each entry of the answer, and returns how it ended. @throws DirectoryFailed */
  ask(request: Request, entry: (entry: Entry) => void = () => undefined): Promise<Outcome> {
    return new Promise<Outcome>((resolve, reject) => {
      if (this.socket.destroyed) throw new DirectoryFailed('unreachable', 'The connection is closed');
      const late = setTimeout(
        () => this.end(new DirectoryFailed('unreachable', 'The directory does not answer')),
        OPERATION_MS,
      );
      const settle = () => {
        clearTimeout(late);
        this.pending = undefined;
      };
      this.last += 1;
      request.messageId = this.last;
      this.pending = {
        id: request.messageId,
        bytes: 0,
        entry,
        succeed: (outcome) => (settle(), resolve(outcome)),
        fail: (error) => (settle(), reject(error as Error)),
      };
      this.socket.write(request.write());
    });
  }

  /** Gives up the socket. @throws DirectoryFailed when bytes arrived that answer no request */
  release(): Socket {
    this.socket.off('data', this.receive).off('error', this.lose).off('close', this.lose);
    if (this.received.length > 0) {
      this.socket.destroy();
      throw new DirectoryFailed('failed', 'The directory sent more than it was asked for');
    }
    return this.socket;
  }

  close(): void {
    this.socket.destroy();
  }

  private readonly lose = (error?: unknown): void => {
    const message = error instanceof Error ? error.message : 'The directory closed the connection';
    this.end(new DirectoryFailed('unreachable', message));
  };

  private end(error: unknown): void {
    this.pending?.fail(error);
    this.socket.destroy();
  }

  private readonly receive = (chunk: Buffer): void => {
    try {
      if (this.pending && (this.pending.bytes += chunk.length) > LARGEST_ANSWER)
        throw new DirectoryFailed('failed', 'The answer of the directory is too large');
      this.received = Buffer.concat([this.received, chunk]);
      while (this.received.length > 0) {
        if (this.received[0] !== SEQUENCE) throw new NotBer('A message does not begin as one');
        const size = sizeOfFirst(this.received);
        if (size !== undefined && size > LARGEST_MESSAGE)
          throw new DirectoryFailed('failed', 'A message of the directory is too large');
        if (size === undefined || size > this.received.length) return;
        const message = readMessage(this.received.subarray(0, size));
        this.received = this.received.subarray(size);
        this.handle(message);
      }
    } catch (error) {
      this.end(error instanceof NotBer ? new DirectoryFailed('failed', 'The directory does not speak LDAP') : error);
    }
  };

  private handle(message: Message): void {
    // The notice of disconnection (RFC 4511 §4.4.1) has the number 0.
    if (message.id === 0 && message.kind === 'outcome') throw failureOf(message.outcome, 'account');
    if (message.id !== this.pending?.id) return;
    if (message.kind === 'entry') this.pending.entry(message.entry);
    if (message.kind === 'outcome') this.pending.succeed(message.outcome);
  }
}
