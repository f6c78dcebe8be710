import { inArray, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { isStandingNodeId } from '../access/visibility.ts';
import { hashToken } from '../accounts/tokens.ts';
import { batched } from '../database/batched.ts';
import type { Queries } from '../database/database.ts';
import { agent } from '../database/schema/agents.ts';
import { Refused } from '../refused.ts';
import type { Services } from '../services.ts';

/** How an agent comes in: by the key in its `Authorization` header, asked for before the upgrade. Cookies mean nothing here. */
export function createAgentDoor({ database, agents }: Pick<Services, 'database' | 'agents'>) {
  const deviceOf = createKeyring(database);
  const devices = new WeakMap<FastifyRequest, number>();
  return {
    /** @throws Refused `not_signed_in` for a wrong key, `device_deleted` while the deletion of the device can be undone */
    async admit(request: FastifyRequest): Promise<void> {
      const device = await deviceOf(request.headers.authorization);
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

interface Known {
  nodeId: number;
  /** Not marked for deletion. */
  stands: boolean;
}

function createKeyring(db: Queries): (authorization: string | undefined) => Promise<Known | undefined> {
  const look = batched<string, Known | undefined>({
    keyOf: (hash) => hash,
    async run(hashes) {
      const rows = await db
        .select({ hash: agent.keyHash, nodeId: agent.nodeId, stands: sql<boolean>`${isStandingNodeId(agent.nodeId)}` })
        .from(agent)
        .where(inArray(agent.keyHash, [...hashes]));
      const known = new Map(rows.map(({ hash, ...device }) => [hash, device]));
      return hashes.map((hash) => known.get(hash));
    },
  });
  return async (authorization) => {
    const key = /^Agent ([A-Za-z0-9_-]{20,200})$/.exec(authorization ?? '')?.[1];
    return key === undefined ? undefined : look(hashToken(key));
  };
}
