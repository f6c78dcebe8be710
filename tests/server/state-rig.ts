// A device whose agent runs, and what the agent keeps of a kind of desired state.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import { startAgent, type startSite } from './agent-rig.ts';
import type { Json } from './visitor.ts';

export async function agentKeeping(site: Awaited<ReturnType<typeof startSite>>, kind: StateKind) {
  const agent = startAgent(site.server.url, { token: await site.freshToken() });
  const nodeId = await agent.nodeId();
  const file = join(agent.dataDirectory, 'desired-state', `${kind}.json`);
  return { agent, nodeId, file, kept: () => JSON.parse(readFileSync(file, 'utf8')) as Json };
}
