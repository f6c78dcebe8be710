import type { TObject } from 'typebox';
import type { AgentMethod, AgentPart } from '#api/contract/agent-methods/registry.ts';
import { DirectoryRow } from '#api/contract/directory.ts';
import { DiscoveredDevice } from '#api/contract/network-discovery.ts';
import type { Queries } from '../database/database.ts';
import { describeComputers } from '../directory/describe-computers.ts';
import { describeHosts } from '../discovery/describe-hosts.ts';
import type { Item } from '../runs/report.ts';

interface Found<M extends AgentMethod> {
  /** What a run lists of an item. */
  item: TObject;
  describe(
    db: Queries,
    command: { nodeId: number; params: AgentPart<M, 'params'> },
    items: readonly AgentPart<M, 'item'>[],
  ): Promise<Item<unknown>[]>;
}

/** The methods whose items a run lists otherwise than as the agent reports them, in its order. */
const foundItems: { readonly [M in AgentMethod]?: Found<M> } = {
  'network.discover': { item: DiscoveredDevice, describe: describeHosts },
  'directory.read': { item: DirectoryRow, describe: describeComputers },
};

export function foundBy(method: AgentMethod): Found<AgentMethod> | undefined {
  return foundItems[method] as Found<AgentMethod> | undefined;
}
