import type { nodeCalls } from '#api/contract/nodes.ts';
import type { Handlers } from '../http/handler.ts';
import { nodeRoles } from '../nodes/node-roles.ts';
import { listNodes, readNode } from '../nodes/nodes.ts';
import { saveNode } from '../nodes/save-node.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const nodeHandlers: Handlers<keyof typeof nodeCalls> = {
  listNodeRoles: async () => [...nodeRoles],
  listNodes: ({ db, actor }, { query }) => listNodes(db, actor, query),
  readNode: ({ db, actor }, { params }) => readNode(db, actor, params.id),
  saveNode: async (context, { params, body }) => {
    await saveNode(context, params.id, body);
    return { ...done, node: await readNode(context.db, context.actor, params.id) };
  },
};
