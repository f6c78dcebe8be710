import statics from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Serves the built console: hashed files are cached for a year, the page itself is revalidated each time. */
export async function serveConsole(app: FastifyInstance, root: string): Promise<void> {
  const folder = join(root, 'dist/console');
  if (!existsSync(folder)) return;
  await app.register(statics, {
    root: folder,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = /[/\\]assets[/\\]/.test(path);
      response.setHeader('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
