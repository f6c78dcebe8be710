import type { alertDefaultsCalls } from '#api/contract/alert-defaults.ts';
import type { Handlers } from '../http/handler.ts';
import { readDefaults, readDivisionDefaults } from '../monitors/alerts/alert-defaults.ts';
import { saveDefaults, saveDivisionDefaults } from '../monitors/alerts/save-alert-defaults.ts';

export const alertDefaultsHandlers: Handlers<keyof typeof alertDefaultsCalls> = {
  readDivisionAlertDefaults: ({ db }) => readDivisionDefaults(db),
  saveDivisionAlertDefaults: async (context, { body }) => ({
    resultCode: 'SUCCESS',
    alertDefaults: await saveDivisionDefaults(context, body),
  }),
  readAlertDefaults: (context, { params }) => readDefaults(context, params.id),
  saveAlertDefaults: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    alertDefaults: await saveDefaults(context, params.id, body),
  }),
  removeAlertDefaults: async (context, { params }) => ({
    resultCode: 'SUCCESS',
    alertDefaults: await saveDefaults(context, params.id, null),
  }),
};
