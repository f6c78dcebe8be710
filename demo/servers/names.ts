import { createSocket } from 'node:dgram';
import type { DemoNetwork } from '../network/running.ts';
import { shopName } from './addresses.ts';
import { isFailing } from './schedule.ts';

const HEADER_BYTES = 12;
const [TYPE_A, CLASS_IN, TTL_SECONDS] = [1, 1, 60];
/** Flags of a reply (RFC 1035 §4.1.1): authoritative, without an error; and of a name that does not exist. */
const [FOUND, UNKNOWN] = [0x8400, 0x8403];
const shopAddress = [127, 20, 1, 10];

/** A DNS server that knows the address of the shop; it keeps silent for three minutes of each hour. */
export function startNames({ host, port }: { host: string; port: number }): Promise<DemoNetwork> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const reply = isFailing('names', new Date()) ? undefined : replyTo(query);
    if (reply) socket.send(reply, from.port, from.address);
  });
  return new Promise((resolve, reject) => {
    socket
      .once('error', reject)
      .bind(port, host, () => resolve({ stop: () => new Promise<void>((done) => socket.close(() => done())) }));
  });
}

/** The reply to a query of one question; undefined for bytes that are none. */
function replyTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    if (length > 63 || at + length >= query.length) return undefined;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const end = at + 5;
  if (labels.length === 0 || query.length < end || query.readUInt16BE(4) !== 1) return undefined;
  const isKnown = labels.join('.').toLowerCase() === shopName;
  const isAnswered = isKnown && query.readUInt16BE(at + 1) === TYPE_A;
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(isKnown ? FOUND : UNKNOWN, 2);
  header.writeUInt16BE(isAnswered ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), isAnswered ? answer() : Buffer.alloc(0)]);
}

function answer(): Buffer {
  const record = Buffer.alloc(12);
  // A pointer to the name of the question.
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0);
  record.writeUInt16BE(TYPE_A, 2);
  record.writeUInt16BE(CLASS_IN, 4);
  record.writeUInt32BE(TTL_SECONDS, 6);
  record.writeUInt16BE(shopAddress.length, 10);
  return Buffer.concat([record, Buffer.from(shopAddress)]);
}
