import type { FastifyInstance, FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { programPlatforms } from '#api/contract/agent-methods/deployment.ts';
import { debianArchitectures, type DebianArchitecture } from '#api/contract/devices.ts';

/** Downloads of packages at a time: each holds a file and a connection for as long as its network needs. */
export const mostDownloads = 32;
/** Milliseconds of the longest download: 28 MB at 31 kB a second, a program at 112. */
const LONGEST_MS = 15 * 60_000;

interface Place {
  root: string;
  /** Packages of another version stay in the folder, and are not offered. */
  version: string;
}

const nameOf = (architecture: DebianArchitecture) => `${architecture}.deb`;

/** Ends of the names of files that a computer may download: packages, and programs for the installation over SSH. */
const names = [...debianArchitectures.map(nameOf), ...programPlatforms];

const pathOf = (name: string) => `/agent/cairn-agent_${name}`;

/** `npm run agent:package` writes it. */
function fileOf({ root, version }: Place, name: string): string {
  return join(root, 'dist/packages', `cairn-agent_${version}_${name}`);
}

/** The Debian packages of this version that were built, with their paths on the server. */
export function builtPackages(place: Place): { architecture: DebianArchitecture; path: string }[] {
  return debianArchitectures
    .filter((architecture) => existsSync(fileOf(place, nameOf(architecture))))
    .map((architecture) => ({ architecture, path: pathOf(nameOf(architecture)) }));
}

/** Hands packages and programs to any computer, like the agent's file for Node: they hold no secret. They may be built while the server runs. */
export function serveAgentPackages(app: FastifyInstance, place: Place, longestMs = LONGEST_MS): void {
  const downloads = { running: 0 };
  for (const name of names) {
    const tags = createTags();
    app.get(pathOf(name), async (request, reply) => {
      const file = await open(fileOf(place, name)).catch(() => undefined);
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
          .header('content-type', 'application/octet-stream')
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
