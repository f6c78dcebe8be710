import { Type } from 'typebox';
import { call } from './call.ts';
import { Id, Instant, Nullable, Page, PageQuery, Text } from './shapes.ts';

export const Activity = Type.Object({
  id: Id,
  at: Instant,
  actorName: Type.String(),
  action: Type.String(),
  entityType: Type.String(),
  entityId: Nullable(Type.String()),
  /** The row's entity with its current name; null if it was deleted or the caller may not see it. */
  entity: Nullable(
    Type.Object({
      name: Type.String(),
      /** Set for a location. */
      organizationId: Type.Optional(Id),
    }),
  ),
  summary: Type.String(),
  /** Old and new value of each field, with the titles of its screen; null for a value that is or may contain a secret. */
  changes: Type.Array(
    Type.Object({ field: Type.String(), from: Nullable(Type.String()), to: Nullable(Type.String()) }),
  ),
});

export const activityCalls = {
  listActivities: call({
    method: 'GET',
    path: '/activity',
    summary: 'The audit trail, newest first',
    query: Type.Object({
      ...PageQuery,
      entityType: Type.Optional(Text(50)),
      entityId: Type.Optional(Text(50)),
      /** The actor; 0 for the server itself. */
      userId: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
      /** From this instant on. */
      from: Type.Optional(Instant),
      /** Before this instant. */
      to: Type.Optional(Instant),
    }),
    reply: Page(Activity),
    errors: [],
    permission: 'SYSTEM:Configuration.Activities.Access',
  }),
  listActivityPeople: call({
    method: 'GET',
    path: '/activity/person',
    summary: 'The users of whom the audit trail shows something',
    reply: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    errors: [],
    permission: 'SYSTEM:Configuration.Activities.Access',
  }),
  verifyAudit: call({
    method: 'GET',
    path: '/activity/verify',
    summary: 'Recomputes the hash chain of the audit trail',
    reply: Type.Object({
      rows: Type.Integer(),
      intact: Type.Boolean(),
      firstBrokenId: Nullable(Id),
      problem: Nullable(Type.String()),
    }),
    errors: [],
    permission: 'sysadmin',
    rate: { max: 10, seconds: 60 },
  }),
};
