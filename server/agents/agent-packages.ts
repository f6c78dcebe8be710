import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { debianArchitectures, type DebianArchitecture } from '#api/contract/devices.ts';

/** Downloads of packages at a time: each holds a file and a connection for as long as its network needs. */
export const mostDownloads = 32;
/** Milliseconds of the longest download: 28 MB at 31 kB a second. */
const LONGEST_MS = 15 * 60_000;

interface Place {
  root: string;
  /** Packages of another version stay in the folder, and are not offered. */
  version: string;
}

const pathOf = (architecture: DebianArchitecture) => `/agent/cairn-agent_${architecture}.deb`;

/** `npm run agent:package` writes it. */
function fileOf({ root, version }: Place, architecture: DebianArchitecture): string {
  return join(root, 'dist/packages', `cairn-agent_${version}_${architecture}.deb`);
}

/** The Debian packages of this version that were built, with their paths on the server. */
export function builtPackages(place: Place): { architecture: DebianArchitecture; path: string }[] {
  return debianArchitectures
    .filter((architecture) => existsSync(fileOf(place, architecture)))
    .map((architecture) => ({ architecture, path: pathOf(architecture) }));
}

/** Hands the packages to any computer, like the agent's program: they hold no secret. A package may be built while the server runs. */
export function serveAgentPackages(app: FastifyInstance, place: Place, longestMs = LONGEST_MS): void {
  const downloads = { running: 0 };
  for (const architecture of debianArchitectures) {
    const tags = createTags();
    app.get(pathOf(architecture), async (request, reply) => {
      const file = await open(fileOf(place, architecture)).catch(() => undefined);
      if (file === undefined) return reply.callNotFound();
      let isSent = false;
      try {
        const stats = await file.stat();
        const etag = await tags(file, stats);
        reply.header('cache-control', 'no-cache').header('etag', etag);
        if (request.headers['if-none-match'] === etag) return await reply.code(304).send();
        if (downloads.running >= mostDownloads) return await refuseForNow(reply);
        isSent = true;
        downloads.running += 1;
        const late = setTimeout(() => reply.raw.destroy(), longestMs);
        reply.raw.once('close', () => {
          clearTimeout(late);
          downloads.running -= 1;
        });
        return await reply
          .header('content-type', 'application/vnd.debian.binary-package')
          .header('content-length', stats.size)
          .send(file.createReadStream({ start: 0 }));
      } finally {
        if (!isSent) await file.close();
      }
    });
  }
}

function refuseForNow(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', '10').type('text/plain').send('Other computers download. Try again.\n');
}

/** The SHA-256 of a file as its entity tag, read once for each version of the file. */
function createTags(): (file: FileHandle, stats: Stats) => Promise<string> {
  let known = { version: '', tag: Promise.resolve('') };
  return (file, { ino, size, mtimeMs }) => {
    const version = [ino, size, mtimeMs].join(' ');
    if (known.version !== version) {
      const tag = tagOf(file);
      known = { version, tag };
      tag.catch(() => (known = { version: '', tag: Promise.resolve('') }));
    }
    return known.tag;
  };
}

async function tagOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk);
  return `"${hash.digest('hex')}"`;
}
