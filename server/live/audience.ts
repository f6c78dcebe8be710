import { inArray } from 'drizzle-orm';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { UserActor } from '../access/actor.ts';
import { holds } from '../access/permissions.ts';
import { organizationsOf } from '../audit/organization-of.ts';
import type { Queries } from '../database/database.ts';
import { draft } from '../database/schema/drafts.ts';
import { run } from '../database/schema/runs.ts';
import { editorsOf } from '../editors/editors.ts';
import { runKinds } from '../runs/kinds.ts';
import { isOfDevice, isShared } from '../runs/own-run.ts';
import type { Announcement, Topic } from './messages.ts';

type Id = number | string;
/** Whether an actor may learn that the entity with this id changed. */
type MayHear = (actor: UserActor, id: Id) => boolean;
/** Queries once per message, regardless of the number of open pages. */
type Audience = (db: Queries, ids: readonly Id[]) => Promise<MayHear>;

const everybody: Audience = async () => () => true;
const administrators: Audience = async () => (actor) => actor.sysadmin;
const oneself: Audience = async () => (actor, id) => actor.userId === id;

const audiences: Record<Topic, Audience> = {
  /** Users who have the same entity open; each of them may read it. */
  editor: async (db, ids) => {
    const open = await editorsOf(db, ids.map(String), new Date());
    return (actor, id) => open.some(({ userId, entity }) => entity === id && userId === actor.userId);
  },
  monitor: ofOrganization('CLOUD_MONITOR', 'NODE:View'),
  maintenance: ofOrganization('NODE', 'NODE:View'),
  node: ofOrganization('NODE', 'NODE:View'),
  services: ofOrganization('NODE', 'NODE:View'),
  alert: ofOrganization('ALERT', 'NODE:View'),
  organization: ofOrganization('ORGANIZATION'),
  user: async () => (actor, id) => actor.sysadmin || actor.userId === id,
  session: oneself,
  draft: async (db, ids) => {
    const rows = await db
      .select({ id: draft.id, userId: draft.userId })
      .from(draft)
      .where(inArray(draft.id, ids.map(String)));
    return (actor, id) => rows.some((row) => row.id === id && row.userId === actor.userId);
  },
  run: async (db, ids) => {
    const rows = await db
      .select({ id: run.id, kind: run.kind, subject: run.subject, userId: run.userId })
      .from(run)
      .where(inArray(run.id, ids.map(String)));
    const ofDevices = rows.filter(({ kind }) => isOfDevice(runKinds, kind));
    const devices = await audiences.node(
      db,
      ofDevices.map(({ subject }) => Number(subject)),
    );
    return (actor, id) => {
      const row = rows.find((one) => one.id === id);
      if (row === undefined) return false;
      if (ofDevices.includes(row)) return devices(actor, Number(row.subject));
      return row.userId === actor.userId || runKinds.some((kind) => kind.name === row.kind && isShared(actor, kind));
    };
  },
  'notification-channel': administrators,
  'status-page': administrators,
  'ticket-template': administrators,
  /** Their ids are those of the devices. */
  'backup-job': ofOrganization('NODE', 'NODE:View'),
  'managed-folder': ofOrganization('NODE', 'NODE:View'),
  /** Whoever sees a policy, or devices: theirs may have it. Only ids are told. */
  policy: async () => (actor) =>
    actor.sysadmin ||
    actor.grants.some(({ permission }) => permission.startsWith('POLICY:') || permission === 'NODE:View'),
  /** Whoever may do anything with scripts of some category: scripts and categories are few, and only their ids are told. */
  script: async () => (actor) =>
    actor.sysadmin || actor.grants.some(({ permission }) => permission.startsWith('SCRIPT_CATEGORY:')),
  /** Every signed-in user opens flows, and the next one they open has the published screens. */
  screen: everybody,
  division: everybody,
};

/** Filters a message's ids to those that the actor may see. */
export type ReadAudience = (announcement: Announcement) => Promise<(actor: UserActor) => Id[]>;

/**
 * A live message reaches the users who may see the entity itself. At most one query per message. A topic without an
 * audience is only for server processes.
 */
export function createAudience(db: Queries): ReadAudience {
  return async ({ topic, ids }) => {
    const audience = topic in audiences ? audiences[topic as Topic] : undefined;
    if (!audience) return () => [];
    const mayHear = await audience(db, ids);
    return (actor) => ids.filter((id) => mayHear(actor, id));
  };
}

/** Includes deleted entities: their last audit row has the organization. */
function ofOrganization(entityType: string, permission?: PermissionName): Audience {
  return async (db, ids) => {
    const organizations = await organizationsOf(db, entityType, ids.map(Number));
    return (actor, id) => {
      if (actor.sysadmin) return true;
      const organizationId = organizations.get(Number(id));
      return organizationId !== undefined && visibleTo(actor, permission).has(organizationId);
    };
  };
}

interface Visible {
  has(organizationId: number): boolean;
}

/** Cached per actor object: a change of grants creates a new one. */
const remembered = new WeakMap<UserActor, Map<string, Visible>>();

function visibleTo(actor: UserActor, permission: PermissionName = 'ORGANIZATION:View'): Visible {
  const known = remembered.get(actor) ?? new Map<string, Visible>();
  remembered.set(actor, known);
  const answers = new Map<number, boolean>();
  const visible = known.get(permission) ?? {
    has(organizationId) {
      const answer =
        answers.get(organizationId) ??
        (holds(actor, 'ORGANIZATION:View', organizationId) && holds(actor, permission, organizationId));
      answers.set(organizationId, answer);
      return answer;
    },
  };
  known.set(permission, visible);
  return visible;
}
