import type { FastifyInstance } from 'fastify';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Where a computer that is to become a device gets the agent. */
export const agentProgramPath = '/agent/cairn-agent.mjs';

/** The built agent: one file that needs Node and nothing else. */
export function agentProgram(root: string): string {
  return join(root, 'dist/agent/main.js');
}

/** Hands the agent to any computer: it holds no secret, and does nothing without a token. */
export function serveAgentProgram(app: FastifyInstance, root: string): void {
  const program = agentProgram(root);
  if (!existsSync(program)) return;
  app.get(agentProgramPath, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-disposition', 'attachment; filename="cairn-agent.mjs"')
      .send(createReadStream(program)),
  );
}
