import { createSocket } from 'node:dgram';

const PORT = 137;
const HEADER_BYTES = 12;
const NODE_STATUS = 0x21;
/** The wildcard name: `*` and 15 zero bytes, each half byte encoded as a letter from `A` (RFC 1002 §4.1). */
const ANY_NAME = `CK${'A'.repeat(30)}`;
/** The suffix of a workstation name. A name with the group flag is a workgroup or domain. */
const WORKSTATION = 0x00;
const GROUP_FLAG = 0x8000;

const request = Buffer.concat([
  // Transaction ID 0x4341, no flags, one question.
  Buffer.from([0x43, 0x41, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, ANY_NAME.length]),
  Buffer.from(ANY_NAME, 'latin1'),
  Buffer.from([0, 0, NODE_STATUS, 0, 1]),
]);

export interface Netbios {
  /** The name of the computer at an IPv4 address, by a node status request (RFC 1002 §4.2.17); empty without an answer in time. */
  nameOf(address: string): Promise<string>;
  /** Resolves all pending names as empty. */
  close(): void;
}

/** Asks many computers over one UDP socket; the sender's address says whose reply it is. */
export function openNetbios({ timeoutMs, port = PORT }: { timeoutMs: number; port?: number }): Netbios {
  const socket = createSocket('udp4');
  const waiting = new Map<string, (name: string) => void>();
  let closed = false;
  socket.on('message', (reply, { address }) => waiting.get(address)?.(nameInReply(reply)));
  // Each name then times out as empty.
  socket.on('error', () => undefined);
  return {
    nameOf: (address) =>
      new Promise((resolve) => {
        if (closed) return resolve('');
        const settle = (name: string) => {
          clearTimeout(timer);
          waiting.delete(address);
          resolve(name);
        };
        const timer = setTimeout(settle, timeoutMs, '');
        waiting.set(address, settle);
        socket.send(request, port, address, (error) => error && settle(''));
      }),
    close() {
      closed = true;
      for (const settle of waiting.values()) settle('');
      socket.close();
    },
  };
}

/** The workstation name of a node status reply; empty when the reply has none. */
export function nameInReply(reply: Buffer): string {
  // Skips the header, the encoded name (length, name, zero), type, class, TTL and data length.
  const count = HEADER_BYTES + 1 + ANY_NAME.length + 1 + 2 + 2 + 4 + 2;
  const names = reply.length > count ? reply.readUInt8(count) : 0;
  for (let index = 0; index < names; index += 1) {
    const at = count + 1 + index * 18;
    if (at + 18 > reply.length) break;
    if (reply.readUInt8(at + 15) === WORKSTATION && (reply.readUInt16BE(at + 16) & GROUP_FLAG) === 0)
      return reply
        .subarray(at, at + 15)
        .toString('latin1')
        .replace(/[^\x20-\x7e]/g, '')
        .trim();
  }
  return '';
}
