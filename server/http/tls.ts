import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:https';
import { createSecureContext, Server as TlsServer } from 'node:tls';
import type { FastifyServerFactory } from 'fastify';
import type { Log } from '../log.ts';

/** PEM files: the certificate with its chain, and its key. */
export interface TlsFiles {
  cert: string;
  key: string;
}

const LOOK_EVERY_MS = 5000;

/** Creates an HTTPS server from the files. @throws when they cannot be read or do not match */
export function httpsServer(files: TlsFiles): FastifyServerFactory {
  return (handler, options) => {
    const server = createServer({ ...read(files), minVersion: 'TLSv1.2' }, handler);
    const { requestTimeout } = options as { requestTimeout?: number };
    if (requestTimeout) server.requestTimeout = requestTimeout;
    return server as unknown as Server;
  };
}

/** Reloads renewed files without a restart; on invalid files it logs an error and keeps the old certificate. Returns the function that stops watching. */
export function reloadCertificates(server: Server, files: TlsFiles, log: Log, everyMs = LOOK_EVERY_MS): () => void {
  if (!(server instanceof TlsServer)) throw new Error('The server does not speak TLS');
  const reload = () => {
    try {
      const context = read(files);
      createSecureContext(context);
      server.setSecureContext({ ...context, minVersion: 'TLSv1.2' });
      log.info({ cert: files.cert }, 'the TLS certificate was loaded again');
    } catch (error) {
      log.error({ err: error, cert: files.cert }, 'the TLS certificate could not be loaded; the old one stays in use');
    }
  };
  // Poll: a renewal replaces either the file or a link to it, and a watcher of one misses the other.
  for (const path of [files.cert, files.key]) watchFile(path, { interval: everyMs, persistent: false }, reload);
  return () => {
    for (const path of [files.cert, files.key]) unwatchFile(path, reload);
  };
}

function read({ cert, key }: TlsFiles): { cert: Buffer; key: Buffer } {
  return { cert: readFileSync(cert), key: readFileSync(key) };
}
