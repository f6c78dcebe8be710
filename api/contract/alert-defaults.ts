import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, IdParams, Saved } from './shapes.ts';

/** The technicians whom conditions notify. Selected technicians who cannot see an organization are skipped for it. */
const settings = {
  technicians: Type.Union([Type.Literal('ALL'), Type.Literal('CHOSEN'), Type.Literal('NONE')]),
  technicianIds: Type.Array(Id, { maxItems: 500 }),
  notificationChannelIds: Type.Array(Id, { maxItems: 100 }),
};
const Named = Type.Object({ id: Id, name: Type.String() });
const DivisionAlertDefaults = Type.Object({
  ...settings,
  /** The technicians that `technicianIds` may contain. */
  candidates: Type.Array(Named),
});
const AlertDefaults = Type.Object({
  /** Whether the organization overrides the division's settings. */
  own: Type.Boolean(),
  ...DivisionAlertDefaults.properties,
  /** Users who currently get mail: selected, able to see the organization, with mail enabled. */
  receivers: Type.Array(Type.String()),
  /** The enabled channels. */
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
