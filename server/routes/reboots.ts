import type { rebootCalls } from '#api/contract/reboots.ts';
import type { Handlers } from '../http/handler.ts';
import { addReboot } from '../power/add-reboot.ts';
import { cancelReboot, listReboots } from '../power/read-reboots.ts';

export const rebootHandlers: Handlers<keyof typeof rebootCalls> = {
  addReboot: (context, { body }) => addReboot(context, body),
  listDeviceReboots: (context, { params }) => listReboots(context, params.id),
  cancelReboot: async (context, { params }) => {
    await cancelReboot(context, params.id, params.taskId);
    return { resultCode: 'SUCCESS' };
  },
};
