import type { activityCalls } from '#api/contract/activities.ts';
import { listActivities, listActivityPeople } from '../audit/activities.ts';
import type { Handlers } from '../http/handler.ts';

export const activityHandlers: Handlers<keyof typeof activityCalls> = {
  listActivities: ({ db, actor, services }, { query }) => listActivities(db, actor, services.screens, query),
  listActivityPeople: ({ db, actor }) => listActivityPeople(db, actor),
  verifyAudit: ({ services }) => services.auditTrail.verify(),
};
