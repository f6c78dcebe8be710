import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Saved, Text } from './shapes.ts';

const IncidentState = Type.Union([
  Type.Literal('INVESTIGATING'),
  Type.Literal('IDENTIFIED'),
  Type.Literal('MONITORING'),
  Type.Literal('RESOLVED'),
]);
export const IncidentUpdate = Type.Object({ state: IncidentState, text: Type.String(), at: Instant });
/** An incident that a technician publishes on a status page. `updates` newest first; the first one has the current state. */
export const StatusIncident = Type.Object({
  id: Id,
  title: Type.String(),
  startedAt: Instant,
  endedAt: Nullable(Instant),
  updates: Type.Array(IncidentUpdate),
});
const fields = { title: Text(120), state: IncidentState, text: Text(2000) };
const IncidentParams = Type.Object({ id: Id, incidentId: Id });

export const statusIncidentCalls = {
  listStatusIncidents: call({
    method: 'GET',
    path: '/statuspage/:id/incident',
    summary: 'The incidents that technicians described on a status page: open ones first, then the latest',
    params: IdParams,
    reply: Type.Array(StatusIncident),
    errors: [],
    permission: 'sysadmin',
  }),
  addStatusIncident: call({
    method: 'POST',
    path: '/statuspage/:id/incident',
    summary: 'Posts an incident on a status page',
    params: IdParams,
    body: Closed(fields),
    reply: Saved('incident', StatusIncident),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  saveStatusIncident: call({
    method: 'PUT',
    path: '/statuspage/:id/incident/:incidentId',
    summary: 'Posts an update of an incident, or corrects the latest one',
    params: IncidentParams,
    body: Closed({ ...fields, correct: Type.Optional(Type.Boolean()) }),
    reply: Saved('incident', StatusIncident),
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
  removeStatusIncident: call({
    method: 'DELETE',
    path: '/statuspage/:id/incident/:incidentId',
    summary: 'Removes an incident from a status page',
    params: IncidentParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    idempotent: true,
  }),
};
