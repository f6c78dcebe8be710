import type { FastifyInstance } from 'fastify';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delegateProgramPath } from '#api/contract/agent.ts';

/** Where a computer that is to become a device gets the agent. */
export const agentProgramPath = '/agent/cairn-agent.mjs';

/** The built agent: one file that needs Node and nothing else. */
export function agentProgram(root: string): string {
  return join(root, 'dist/agent/main.js');
}

/** Hands the agent and its delegate to any computer: they hold no secret, and the agent does nothing without a token. */
export function serveAgentPrograms(app: FastifyInstance, root: string): void {
  serve(app, agentProgramPath, agentProgram(root));
  serve(app, delegateProgramPath, join(root, 'dist/agent/delegate.js'));
}

/** Serves a program with its SHA-256 as ETag, and replies 304 to a client that has this version. */
function serve(app: FastifyInstance, path: string, program: string): void {
  if (!existsSync(program)) return;
  const etag = `"${createHash('sha256').update(readFileSync(program)).digest('hex')}"`;
  app.get(path, (request, reply) => {
    reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('content-disposition', `attachment; filename="${path.split('/').at(-1) ?? ''}"`)
      .send(createReadStream(program));
  });
}
