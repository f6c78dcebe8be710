import type { organizationCalls } from '#api/contract/organizations.ts';
import { changesOf } from '../audit/changes.ts';
import { holds, holdsEverywhere } from '../access/permissions.ts';
import { Refused } from '../refused.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { exportOrganizations } from '../organizations/export-organizations.ts';
import {
  listOrganizations,
  locationsOf,
  readOrganization,
  searchOrganizations,
  storedOrganization,
} from '../organizations/organizations.ts';
import { addOrganization, checkedInput, saveOrganization } from '../organizations/save-organization.ts';

export const organizationHandlers: Handlers<keyof typeof organizationCalls> = {
  listOrganizations: ({ db, actor }) => listOrganizations(db, actor),
  searchOrganizations: (context, { query }) => searchOrganizations(context, query),
  exportOrganizations: async ({ services, actor, now, audit }, { body }) => {
    const { file, organizations } = await exportOrganizations(services, actor, body, now);
    await audit({
      action: 'ORGANIZATIONS_EXPORTED',
      entityType: 'ORGANIZATION',
      summary: `Exported ${organizations} ${organizations === 1 ? 'organization' : 'organizations'} as CSV`,
      detail: { ...body, organizations },
    });
    return file;
  },
  readOrganization: (context, { params }) => readOrganization(context, params.id),
  listLocations: async (context, { params }) => {
    await readOrganization(context, params.id);
    return locationsOf(context.db, params.id);
  },
  addOrganization: async (context, { body }) => {
    const { actor } = context;
    // A permission for one organization says nothing about new ones.
    if (!holdsEverywhere(actor, 'ORGANIZATION:Create')) throw new Refused('forbidden');
    const input = checkedInput(context, body);
    const id = await addOrganization(context, input);
    await context.audit({
      action: 'ORGANIZATION_CREATED',
      entityType: 'ORGANIZATION',
      entityId: id,
      summary: `Added organization “${input.name}”`,
      detail: { ...input.custom, name: input.name, locations: input.locations.map((each) => each.name) },
    });
    await changed(context, id, input.name, 'added');
    return { resultCode: 'SUCCESS', client: await storedOrganization(context, id) };
  },
  saveOrganization: async (context, { params, body }) => {
    const before = await permitted(context, params.id, 'ORGANIZATION:Update');
    const input = checkedInput(context, body, before.custom);
    await saveOrganization(context, params.id, input);
    const client = await readOrganization(context, params.id);
    await context.audit({
      action: 'ORGANIZATION_UPDATED',
      entityType: 'ORGANIZATION',
      entityId: params.id,
      summary: `Changed organization “${input.name}”`,
      detail: changesOf(auditable(before), auditable(client)),
    });
    await changed(context, params.id, input.name, 'changed');
    return { resultCode: 'SUCCESS', client };
  },
};

/** The organization before the change. @throws Refused `not_found`, `forbidden` */
async function permitted(context: CallContext, id: number, permission: 'ORGANIZATION:Update') {
  const before = await readOrganization(context, id);
  if (!holds(context.actor, permission, id)) throw new Refused('forbidden');
  return before;
}

async function changed(context: CallContext, id: number, name: string, change: 'added' | 'changed') {
  await context.services.webhooks.queue(context.db, 'organization.changed', { id, name, change }, context.now);
  await context.announce('organization', [id]);
}

function auditable({ custom, name, description, timeZoneId, locations }: Awaited<ReturnType<typeof readOrganization>>) {
  return { ...custom, name, description, timeZoneId, locations: locations.map((each) => each.name) };
}
