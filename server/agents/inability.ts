import { agentMethodOf, type AgentMethod } from '#api/contract/agent-methods/registry.ts';

/** Why this version of the agent cannot run the method, in words; undefined when it can. */
export function inabilityOf(
  agent: { capabilities: readonly string[]; version: string },
  method: AgentMethod,
): string | undefined {
  return lackOf(agent, agentMethodOf(method));
}

/** Why this version of the agent lacks the capability, in words; undefined when it has it. */
export function lackOf(
  { capabilities, version }: { capabilities: readonly string[]; version: string },
  { capability, title }: { capability: string; title: string },
): string | undefined {
  return capabilities.includes(capability)
    ? undefined
    : `This agent’s version (${version}) cannot do a ${title}: it lacks ${capability}. Install the agent of this server.`;
}
