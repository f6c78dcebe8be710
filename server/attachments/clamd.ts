// The INSTREAM command of clamd: https://linux.die.net/man/8/clamd
import { createReadStream } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** `tcp://host:3310` or `unix:/run/clamav/clamd.ctl`. */
export type ClamdAddress = string;
export type ScanResult = { state: 'CLEAN' } | { state: 'INFECTED' | 'FAILED'; message: string };

/** Bytes of one chunk. */
const CHUNK = 64 * 1024;
/** Milliseconds in which the scanner says or takes nothing. */
const SILENCE = 120_000;
const LONGEST_REPLY = 4096;

/** Sends a file to the scanner, and says what it answers. A scanner that cannot be reached is a failure, never a clean file. */
export async function scanFile(address: ClamdAddress, file: string, silence = SILENCE): Promise<ScanResult> {
  const socket = connect(optionsOf(address));
  socket.setTimeout(silence, () => socket.destroy(new Error('The scanner does not answer')));
  const answer = readAnswer(socket);
  // Who waits for it comes after the file was sent.
  answer.catch(() => undefined);
  try {
    await Promise.race([sendFile(socket, file), answer]);
    return readReply(await answer);
  } catch (error) {
    return { state: 'FAILED', message: `The scan failed: ${wordsOf(error)}` };
  } finally {
    socket.destroy();
  }
}

/** A scanner that has enough of a file closes the connection, and its answer may be lost with it. */
function wordsOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EPIPE' || code === 'ECONNRESET')
    return 'the scanner closed the connection; the file may be larger than its StreamMaxLength';
  return error instanceof Error ? error.message : String(error);
}

function optionsOf(address: ClamdAddress): NetConnectOpts {
  if (address.startsWith('unix:')) return { path: address.slice('unix:'.length) };
  const { hostname, port } = new URL(address);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) };
}

async function sendFile(socket: Socket, file: string): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK }) as AsyncIterable<Buffer>) {
    await write(socket, sizeOf(chunk.length));
    await write(socket, chunk);
  }
  await write(socket, sizeOf(0));
}

function sizeOf(bytes: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(bytes);
  return size;
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      if (text.length > LONGEST_REPLY) socket.destroy(new Error('The scanner’s answer is too long'));
      else if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('The scanner closed the connection')));
  });
}

/** What clamd with `AlertExceedsMax` says of a file that it did not look through. */
const LIMIT = /^Heuristics\.Limits\.Exceeded(?:\.(\w{1,40}))?/;

/** `stream: OK`, `stream: Eicar-Signature FOUND` or `INSTREAM size limit exceeded. ERROR`. */
function readReply(answer: string): ScanResult {
  const found = /^stream: (.{1,200}) FOUND$/s.exec(answer)?.[1];
  const limit = found === undefined ? null : LIMIT.exec(found);
  if (limit !== null)
    return {
      state: 'FAILED',
      message: `The file is beyond a limit of the scanner: ${limit[1] ?? 'see its clamd.conf'}`,
    };
  if (found !== undefined) return { state: 'INFECTED', message: found };
  if (answer === 'stream: OK') return { state: 'CLEAN' };
  return { state: 'FAILED', message: `The scanner answered: ${answer.slice(0, 200)}` };
}
