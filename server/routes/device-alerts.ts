import type { deviceAlertCalls } from '#api/contract/device-alerts.ts';
import { readDeviceAlerts, saveDeviceAlerts } from '../device-alerts/settings.ts';
import type { Handlers } from '../http/handler.ts';

export const deviceAlertHandlers: Handlers<keyof typeof deviceAlertCalls> = {
  readDeviceAlerts: ({ db }) => readDeviceAlerts(db),
  saveDeviceAlerts: async (context, { body }) => ({
    resultCode: 'SUCCESS',
    deviceAlerts: await saveDeviceAlerts(context, body),
  }),
};
