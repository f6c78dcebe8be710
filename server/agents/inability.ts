import { agentMethodOf, type AgentMethod } from '#api/contract/agent-methods/registry.ts';

/** Why this version of the agent cannot run the method, in words; undefined when it can. */
export function inabilityOf(
  { capabilities, version }: { capabilities: readonly string[]; version: string },
  method: AgentMethod,
): string | undefined {
  const { capability, title } = agentMethodOf(method);
  return capabilities.includes(capability)
    ? undefined
    : `This agent’s version (${version}) cannot do a ${title}: it lacks ${capability}. Install the agent of this server.`;
}
