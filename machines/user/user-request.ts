import { merged } from '#engine/flow/answers.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import permissions from '#schemas/user/permissions.json';

interface Grant {
  permission: string;
  entityId: number | null;
}

/** C16-05 */
interface Content {
  permissions: { ticketCrud: string[] };
  runOnlyScriptCategories: number[];
  userInactivityTimeout: number;
  notification: { email: boolean };
}

const { SYSTEM, ORGANIZATION, NODE } = permissions.schema.properties;
/** The groups of the Permissions step; each holds the names granted everywhere. */
const ENTITIES = ['SYSTEM', 'ORGANIZATION', 'NODE'];
/** What the step offers. Whatever else somebody holds is carried along unseen, so that an edit takes nothing away. */
const offered = new Set([SYSTEM, ORGANIZATION, NODE].flatMap(({ items }) => items.oneOf.map((choice) => choice.const)));
/** Entities whose permissions may be held for one organization. */
const BY_ORGANIZATION = new Set(['ORGANIZATION', 'NODE']);
const PERSON = ['firstName', 'lastName', 'email', 'sysadmin', 'enabled', 'userInactivityTimeout'];

/** The body of `addUser` and `saveUser`. A system administrator passes every check and needs no grant (C16-04). */
export function userRequest(context: FlowContext): Answers {
  const answers = merged(context, ['person', 'permissions']);
  const person = Object.fromEntries(
    PERSON.flatMap((name) => (answers[name] === undefined ? [] : [[name, answers[name]]])),
  );
  return {
    ...person,
    userType: 'TECHNICIAN',
    content: contentOf(answers),
    grants: answers['sysadmin'] === true ? [] : grantsOf(answers),
  };
}

/** A user as `readUser` answers it, as the answers of the steps. */
export function answersOf(user: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const grants = (Array.isArray(user['grants']) ? user['grants'] : []) as Grant[];
  const content = (user['content'] ?? {}) as Partial<Content>;
  const shown = grants.filter(({ permission }) => offered.has(permission));
  const everywhere = shown.filter(({ entityId }) => entityId === null).map(({ permission }) => permission);
  const byOrganization = shown.filter(isByOrganization);
  const others = grants.filter(
    (grant) => !offered.has(grant.permission) || (grant.entityId !== null && !isByOrganization(grant)),
  );
  const groups = ENTITIES.map((entity) => [entity, everywhere.filter((name) => name.startsWith(`${entity}:`))]);
  return {
    person: {
      ...Object.fromEntries(PERSON.flatMap((name) => (user[name] === undefined ? [] : [[name, user[name]]]))),
      alertEmail: content.notification?.email ?? true,
      userInactivityTimeout: content.userInactivityTimeout ?? 240,
    },
    permissions: {
      // Hidden in the step: nobody could mend there what is told twice.
      ticketCrud: [...new Set(content.permissions?.ticketCrud)],
      runOnlyScriptCategories: content.runOnlyScriptCategories ?? [],
      ...Object.fromEntries(groups),
      byOrganization: byOrganization.map(({ permission, entityId }) => ({ permission, clientId: entityId })),
      others,
    },
  };
}

/** What a new user takes over from another (C16-03): the rights, never who it is. */
export function copiedAnswers(user: Readonly<Record<string, unknown>>): Record<string, Answers> {
  const { person, permissions } = answersOf(user);
  return {
    person: {
      sysadmin: person?.['sysadmin'],
      alertEmail: person?.['alertEmail'],
      userInactivityTimeout: person?.['userInactivityTimeout'],
      enabled: true,
    },
    permissions: permissions ?? {},
  };
}

function contentOf({ alertEmail, ticketCrud, runOnlyScriptCategories }: Answers): Answers {
  return {
    ...(alertEmail === undefined ? {} : { notification: { email: alertEmail } }),
    ...(ticketCrud === undefined ? {} : { permissions: { ticketCrud } }),
    ...(runOnlyScriptCategories === undefined ? {} : { runOnlyScriptCategories }),
  };
}

function grantsOf(answers: Answers): Grant[] {
  const everywhere = ENTITIES.flatMap((entity) => listOf<string>(answers[entity])).map((permission) => ({
    permission,
    entityId: null,
  }));
  const byOrganization = listOf<{ permission: string; clientId: number }>(answers['byOrganization']);
  return [
    ...everywhere,
    ...byOrganization.map(({ permission, clientId }) => ({ permission, entityId: clientId })),
    ...listOf<Grant>(answers['others']),
  ];
}

function isByOrganization({ permission, entityId }: Grant): boolean {
  return entityId !== null && BY_ORGANIZATION.has(permission.split(':')[0] ?? '');
}

function listOf<T>(value: unknown): T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}
