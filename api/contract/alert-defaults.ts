import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, IdParams, Saved } from './shapes.ts';

/** Whom conditions that notify technicians notify. Chosen technicians that do not see an organization are passed over there. */
const settings = {
  technicians: Type.Union([Type.Literal('ALL'), Type.Literal('CHOSEN'), Type.Literal('NONE')]),
  technicianIds: Type.Array(Id, { maxItems: 500 }),
  notificationChannelIds: Type.Array(Id, { maxItems: 100 }),
};
const Named = Type.Object({ id: Id, name: Type.String() });
const DivisionAlertDefaults = Type.Object({
  ...settings,
  /** Whom `technicianIds` can name. */
  candidates: Type.Array(Named),
});
const AlertDefaults = Type.Object({
  /** Whether the organization has settings of its own; else they are those of the division. */
  own: Type.Boolean(),
  ...DivisionAlertDefaults.properties,
  /** Who gets mail by these settings now: chosen, seeing the organization, with mail turned on. */
  receivers: Type.Array(Type.String()),
  /** The channels that are on. */
  channels: Type.Array(Type.String()),
  mailConfigured: Type.Boolean(),
});

export const alertDefaultsCalls = {
  readDivisionAlertDefaults: call({
    method: 'GET',
    path: '/division/alerts',
    summary: 'Whom alerts notify, unless an organization says otherwise',
    reply: DivisionAlertDefaults,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  saveDivisionAlertDefaults: call({
    method: 'PUT',
    path: '/division/alerts',
    summary: 'Changes whom alerts notify, unless an organization says otherwise',
    body: Closed(settings),
    reply: Saved('alertDefaults', DivisionAlertDefaults),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  readAlertDefaults: call({
    method: 'GET',
    path: '/client/:id/alerts',
    summary: 'Whom alerts of an organization notify',
    params: IdParams,
    reply: AlertDefaults,
    errors: [],
    permission: 'NODE:View',
  }),
  saveAlertDefaults: call({
    method: 'PUT',
    path: '/client/:id/alerts',
    summary: 'Changes whom alerts of an organization notify: settings of its own',
    params: IdParams,
    body: Closed(settings),
    reply: Saved('alertDefaults', AlertDefaults),
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
  }),
  removeAlertDefaults: call({
    method: 'DELETE',
    path: '/client/:id/alerts',
    summary: 'Lets alerts of an organization notify as set for the division',
    params: IdParams,
    reply: Saved('alertDefaults', AlertDefaults),
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
  }),
};
