import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join } from 'node:path';
import { delegateProgramPath } from '#api/contract/agent.ts';
import type { DelegateStage, VmHostResult } from '#api/contract/agent-methods/vm-host.ts';

/** Where the server is, and where the delegate is kept. */
export interface DelegatePlace {
  server: URL;
  dataDirectory: string;
}

/** The delegate could not be installed or started. */
export class DelegateFailed extends Error {
  override name = 'DelegateFailed';
  readonly code: VmHostResult;

  constructor(code: VmHostResult, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.code = code;
  }
}

const LARGEST_PROGRAM = 8 * 1024 * 1024;
/** Milliseconds without a byte from the server. */
const SILENCE = 15_000;

interface Options {
  signal: AbortSignal;
  stage(stage: DelegateStage): void;
}

/**
 * Returns the file of the delegate's program, as the server offers it: downloads it when it is missing, damaged or another
 * one. The entity tag is the SHA-256 of the program.
 * @throws DelegateFailed
 */
export async function installDelegate(
  { server, dataDirectory }: DelegatePlace,
  { signal, stage }: Options,
): Promise<string> {
  const folder = join(dataDirectory, 'delegate');
  const file = join(folder, 'cairn-delegate.mjs');
  stage('checking');
  const installed = hashOf(file);
  const answer = await get(new URL(delegateProgramPath, server), { installed, signal, stage }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      throw new DelegateFailed('failed_to_download', error);
    },
  );
  if (answer === undefined) return file;
  stage('installing');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const aside = `${file}.${process.pid}`;
    rmSync(aside, { force: true });
    writeFileSync(aside, answer, { flag: 'wx', mode: 0o600, flush: true });
    chmodSync(aside, 0o600);
    // A crash leaves the old program or the new one.
    renameSync(aside, file);
  } catch (error) {
    throw new DelegateFailed('failed_to_install', error);
  }
  stage('installed');
  return file;
}

function hashOf(file: string): string | undefined {
  try {
    return sha256(readFileSync(file));
  } catch {
    // Not installed yet.
    return undefined;
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The program; undefined when the one that is installed is the same. */
function get(
  url: URL,
  { installed, signal, stage }: Options & { installed: string | undefined },
): Promise<Buffer | undefined> {
  const options: RequestOptions = {
    headers: installed === undefined ? {} : { 'if-none-match': `"${installed}"` },
    timeout: SILENCE,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (response) => {
      const { statusCode, headers } = response;
      const isKnown = statusCode === 304 && installed !== undefined;
      if (isKnown || statusCode !== 200) {
        response.resume();
        return isKnown ? resolve(undefined) : reject(new Error(`The server answered with status ${statusCode}`));
      }
      stage('downloading');
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > LARGEST_PROGRAM) response.destroy(new Error('The program is too large'));
        else chunks.push(chunk);
      });
      response.once('error', reject);
      response.once('end', () => {
        const program = Buffer.concat(chunks);
        if (headers.etag === `"${sha256(program)}"`) resolve(program);
        else reject(new Error('The program is damaged'));
      });
      return undefined;
    });
    request.once('timeout', () => request.destroy(new Error('The server does not answer')));
    request.once('error', reject);
    request.end();
  });
}
