import { eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { isStandingNodeId } from '../access/visibility.ts';
import { hashToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';

/** How an agent comes in: by the key in its `Authorization` header, asked for before the upgrade. Cookies mean nothing here. */
export function createAgentDoor({ database, agents }: Pick<Services, 'database' | 'agents'>) {
  const devices = new WeakMap<FastifyRequest, number>();
  return {
    /** @throws Refused `not_signed_in` for a wrong key, `device_deleted` while the deletion of the device can be undone */
    async admit(request: FastifyRequest): Promise<void> {
      const device = await deviceOf(database, request.headers.authorization);
      if (device === undefined) throw new Refused('not_signed_in');
      // Not 401, after which an agent gives its key up.
      if (!device.stands) throw new Refused('device_deleted');
      devices.set(request, device.nodeId);
    },
    open(socket: WebSocket, request: FastifyRequest): void {
      const nodeId = devices.get(request);
      if (nodeId === undefined) return socket.terminate();
      agents.accept(socket, nodeId, request.ip);
    },
  };
}

async function deviceOf(
  db: Queries,
  authorization: string | undefined,
): Promise<{ nodeId: number; stands: boolean } | undefined> {
  const key = /^Agent ([A-Za-z0-9_-]{20,200})$/.exec(authorization ?? '')?.[1];
  if (key === undefined) return undefined;
  const [row] = await db
    .select({ nodeId: agent.nodeId, stands: sql<boolean>`${isStandingNodeId(agent.nodeId)}` })
    .from(agent)
    .where(eq(agent.keyHash, hashToken(key)));
  return row;
}
