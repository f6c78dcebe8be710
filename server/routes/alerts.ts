import type { alertCalls } from '#api/contract/alerts.ts';
import type { Handlers } from '../http/handler.ts';
import { acknowledge, withdraw } from '../monitors/alerts/acknowledge.ts';
import { listAlerts } from '../monitors/alerts/read-alerts.ts';
import { readTimeline } from '../monitors/alerts/timeline.ts';
import { addNote, assign, listAssignable } from '../monitors/alerts/work-on-alert.ts';

export const alertHandlers: Handlers<keyof typeof alertCalls> = {
  listAlerts: ({ db, actor }, { query }) => listAlerts(db, actor, query),
  readAlert: ({ db, actor }, { params }) => readTimeline(db, actor, params.id),
  acknowledgeAlert: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    alert: await acknowledge(context, params.id, body.note),
  }),
  withdrawAcknowledgement: async (context, { params }) => ({
    resultCode: 'SUCCESS',
    alert: await withdraw(context, params.id),
  }),
  addAlertNote: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    alert: await addNote(context, params.id, body.note),
  }),
  listAlertTechnicians: (context, { params }) => listAssignable(context, params.id),
  assignAlert: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    alert: await assign(context, params.id, body.userId),
  }),
};
