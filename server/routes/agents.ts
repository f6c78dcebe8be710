import { enrollAgent } from '../agents/enroll.ts';
import { addEnrollment, listEnrollments, readEnrollment, removeEnrollment } from '../agents/enrollment-tokens.ts';
import { readDevice } from '../agents/devices.ts';
import { listCommands } from '../agents/list-commands.ts';
import { startCommand } from '../agents/start-command.ts';
import { addServerDevice, listWaitingServers } from '../agents/waiting-servers.ts';
import type { Handlers } from '../http/handler.ts';
import { withMaintenance } from '../maintenance/with-maintenance.ts';
import { readResults } from '../monitors/results/read-results.ts';
import { readPerformance } from '../performance/read-performance.ts';
import { listInterfaces } from '../polling/list-interfaces.ts';
import { listServices } from '../services/list-services.ts';
import { rangeOf } from './range.ts';

export const agentHandlers: Handlers<
  | 'readDevice'
  | 'listDeviceResults'
  | 'listDeviceInterfaces'
  | 'readDevicePerformance'
  | 'listDeviceServices'
  | 'startDeviceCommand'
  | 'listDeviceCommands'
  | 'listWaitingServers'
  | 'addServerDevice'
  | 'addEnrollment'
  | 'listEnrollments'
  | 'removeEnrollment'
  | 'readEnrollment'
  | 'enrollAgent'
> = {
  async readDevice(context, { params }) {
    const device = await readDevice(context.db, context.actor, params.id);
    const [{ maintenance } = { maintenance: null }] = await withMaintenance(context, [device]);
    return { ...device, maintenance };
  },
  async listDeviceResults({ db, actor, now }, { params, query }) {
    await readDevice(db, actor, params.id);
    return readResults(db, params.id, rangeOf(query, now), now);
  },
  async listDeviceInterfaces({ db, actor }, { params }) {
    await readDevice(db, actor, params.id);
    return listInterfaces(db, params.id);
  },
  async readDevicePerformance({ db, actor, now }, { params, query: { range = 'day' } }) {
    await readDevice(db, actor, params.id);
    return readPerformance(db, params.id, range, now);
  },
  async listDeviceServices({ db, actor }, { params }) {
    await readDevice(db, actor, params.id);
    return listServices(db, params.id);
  },
  startDeviceCommand: (context, { params, body }) => startCommand(context, params.id, body),
  listDeviceCommands: (context, { params, query }) => listCommands(context, params.id, query),
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
