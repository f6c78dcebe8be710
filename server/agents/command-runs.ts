import { agentMethodOf, agentMethods, type AgentMethod } from '#api/contract/agent-methods/registry.ts';
import type { TObject } from 'typebox';
import type { AnyRunKind } from '../runs/run-kind.ts';
import { cancelCommand, runPrefix } from './command-queue.ts';
import { foundBy } from './found-items.ts';

/** A run of one method of the agent: the agent does the work and reports it, the hub ends it. */
export function commandRun(method: AgentMethod): AnyRunKind {
  const { title, params, item, result, stages = ['work'] } = agentMethodOf(method);
  return {
    name: `${runPrefix}${method}`,
    title,
    input: params,
    stages,
    // Without items where a method has none.
    item: foundBy(method)?.item ?? (item as TObject),
    result,
    errors: ['command_failed'],
    resumable: true,
    subject: 'device',
    async cancel({ db, services, now, afterCommit }, id) {
      const nodeId = await cancelCommand(db, services.live, id, now);
      if (nodeId !== undefined) afterCommit(() => services.agents.wake(nodeId));
    },
  };
}

export const agentCommandRuns: readonly AnyRunKind[] = (Object.keys(agentMethods) as AgentMethod[]).map(commandRun);
