import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { request as plainRequest, type IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { basename, join } from 'node:path';
import { downloadSeconds, largestInstaller, type SentInstaller } from '#api/contract/agent-methods/installer.ts';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

/** Downloads a helper file into the folder of the run, from the agent's server, and checks it. @throws RpcError */
export function downloadHelper(
  server: URL,
  { source, name, size, sha256 }: SentInstaller['helpers'][number],
  directory: string,
  signal: AbortSignal,
): Promise<void> {
  // The server refuses such names; nothing that it sends leaves the folder.
  if (basename(name) !== name || name === '.' || name === '..') throw failed(`${name} is no name of a file`);
  const file = { name, extension: '', size, sha256 };
  return downloadInstaller(server, { source, url: '', file }, join(directory, name), signal);
}

/** Milliseconds without a byte. */
const SILENCE = 60_000;
const MOST_REDIRECTS = 5;

/**
 * Downloads the installer into a new file, from the agent's server or from the address that the server signed, and checks its size and
 * SHA-256. @throws RpcError
 */
export async function downloadInstaller(
  server: URL,
  { source, url, file: expected }: Pick<SentInstaller, 'source' | 'url' | 'file'>,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const own = url === '';
  const from = own ? new URL(source, server) : new URL(url);
  // What the server adds on the way may only be a path of the server itself.
  if (own && from.origin !== server.origin) throw failed('its address is not one of this device’s server');
  if (!own && from.protocol !== 'https:') throw failed('its address is not secure');
  const limit = AbortSignal.any([signal, AbortSignal.timeout(downloadSeconds * 1000)]);
  try {
    const response = await get(from, { signal: limit, redirects: own ? 0 : MOST_REDIRECTS });
    const { sha256, size } = await save(response, file, own ? expected.size : largestInstaller);
    if (own && size !== expected.size) throw failed('it was cut off');
    if (expected.sha256 !== '' && sha256 !== expected.sha256)
      throw failed('its SHA-256 is not the one that the server signed');
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RpcError) throw error;
    throw failed(error instanceof Error ? error.message : String(error));
  }
}

function get(url: URL, { signal, redirects }: { signal: AbortSignal; redirects: number }): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(
      url,
      { timeout: SILENCE, signal },
      (response) => {
        const { statusCode = 0, headers } = response;
        if (statusCode === 200) return resolve(response);
        response.resume();
        const next = statusCode >= 301 && statusCode <= 308 ? headers.location : undefined;
        if (next === undefined || redirects === 0 || !URL.canParse(next, url))
          return reject(new Error(`the answer had the status ${statusCode}`));
        const target = new URL(next, url);
        if (target.protocol !== 'https:') return reject(new Error('it is redirected to an address that is not secure'));
        return resolve(get(target, { signal, redirects: redirects - 1 }));
      },
    );
    request.once('timeout', () => request.destroy(new Error('nothing arrived for a minute')));
    request.once('error', reject);
    request.end();
  });
}

async function save(response: IncomingMessage, file: string, most: number): Promise<{ sha256: string; size: number }> {
  const hash = createHash('sha256');
  const handle = await open(file, 'wx', 0o700);
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > most) throw failed('it is larger than the server said');
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
  } finally {
    response.destroy();
    await handle.close();
  }
  return { sha256: hash.digest('hex'), size };
}

function failed(why: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `The files of the installer could not be downloaded: ${why}`);
}
