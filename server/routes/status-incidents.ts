import type { statusIncidentCalls } from '#api/contract/status-incidents.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { addStatusIncident, removeStatusIncident, saveStatusIncident } from '../status/posted-incidents.ts';
import { listStatusIncidents, type StatusIncidentReply } from '../status/read-incidents.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const statusIncidentHandlers: Handlers<keyof typeof statusIncidentCalls> = {
  listStatusIncidents: ({ db }, { params }) => listStatusIncidents(db, params.id),
  addStatusIncident: async (context, { params, body }) => {
    const incident = await addStatusIncident(context, params.id, body);
    await tell(context, params.id, 'POSTED', `Posted the incident “${incident.title}” on a status page`, incident);
    return { ...done, incident };
  },
  saveStatusIncident: async (context, { params, body }) => {
    const incident = await saveStatusIncident(context, params.id, params.incidentId, body);
    const verb = body.correct ? 'Corrected' : 'Updated';
    await tell(context, params.id, 'UPDATED', `${verb} the incident “${incident.title}” on a status page`, incident);
    return { ...done, incident };
  },
  removeStatusIncident: async (context, { params }) => {
    const title = await removeStatusIncident(context, params.id, params.incidentId);
    await tell(context, params.id, 'REMOVED', `Removed the incident “${title}” from a status page`);
    return done;
  },
};

/** The trail names the page by its id; its title links to it there. */
async function tell(
  context: CallContext,
  pageId: number,
  what: string,
  summary: string,
  incident?: StatusIncidentReply,
): Promise<void> {
  const [latest] = incident?.updates ?? [];
  await context.audit({
    action: `STATUS_INCIDENT_${what}`,
    entityType: 'STATUS_PAGE',
    entityId: pageId,
    summary,
    ...(latest && { detail: { state: latest.state, text: latest.text } }),
  });
  await context.announce('status-page', [pageId]);
}
