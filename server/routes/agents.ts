import { enrollAgent } from '../agents/enroll.ts';
import { addEnrollment, listEnrollments, readEnrollment, removeEnrollment } from '../agents/enrollment-tokens.ts';
import { queueCommand } from '../agents/command-queue.ts';
import { readDevice, searchDevices } from '../agents/devices.ts';
import { removeDevice } from '../agents/remove-device.ts';
import { addServerDevice, listWaitingServers } from '../agents/waiting-servers.ts';
import { Refused } from '../refused.ts';
import type { Handlers } from '../http/handler.ts';

export const agentHandlers: Handlers<
  | 'searchDevices'
  | 'readDevice'
  | 'refreshDevice'
  | 'removeDevice'
  | 'listWaitingServers'
  | 'addServerDevice'
  | 'addEnrollment'
  | 'listEnrollments'
  | 'removeEnrollment'
  | 'readEnrollment'
  | 'enrollAgent'
> = {
  searchDevices: ({ db, actor }, { query }) => searchDevices(db, actor, query),
  readDevice: ({ db, actor }, { params }) => readDevice(db, actor, params.id),
  async refreshDevice({ db, actor, services, now, afterCommit }, { params }) {
    const { id, status, agent } = await readDevice(db, actor, params.id);
    if (status.state !== 'online' || !agent) throw new Refused('device_offline');
    await queueCommand(db, { nodeId: id, method: 'inventory.read', params: {} }, now);
    afterCommit(() => services.agents.wake(id));
    return { resultCode: 'SUCCESS' };
  },
  async removeDevice(context, { params }) {
    await removeDevice(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
  listWaitingServers: (context) => listWaitingServers(context),
  async addServerDevice(context, { params, body }) {
    await addServerDevice(context, params.id, body);
    return { resultCode: 'SUCCESS' };
  },
  listEnrollments: (context, { query }) => listEnrollments(context, query),
  async removeEnrollment(context, { params }) {
    await removeEnrollment(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
  addEnrollment: (context, { body }) => addEnrollment(context, body),
  readEnrollment: (context, { params }) => readEnrollment(context, params.id),
  enrollAgent: (context, { body }) => enrollAgent(context, body),
};
