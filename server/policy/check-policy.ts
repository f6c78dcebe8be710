import { mostPolicyLevels } from '#api/contract/policy.ts';
import { policyRoles, type PolicyRole } from '#api/contract/policy-shapes.ts';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { holdsEverywhere } from '../access/permissions.ts';
import type { CallContext } from '../context.ts';
import { nmsRole } from '../nodes/node-roles.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { mayView, type PolicyRow } from './policies-with.ts';
import { branchOf, lineOf, readPolicyTree, type PolicyTree } from './resolve.ts';

export type PolicyInput = BodyOf<Catalogue['addPolicy']>;
type Checked = Pick<
  PolicyRow,
  'name' | 'description' | 'enabled' | 'nodeClassDefault' | 'nodeClass' | 'nodeRoleId' | 'appliesTo' | 'parentPolicyId'
>;

/** Judges the body by the screen of the flow `policy` and by the other policies. The caller holds their lock. @throws Refused `invalid_input` */
export async function checkPolicy(
  context: Pick<CallContext, 'db' | 'actor' | 'services'>,
  body: PolicyInput,
  stored?: PolicyRow,
): Promise<Checked> {
  const { db, services } = context;
  const isNms = body.nodeClass === 'NMS';
  const details = {
    name: body.name.trim(),
    description: (body.description ?? '').trim(),
    enabled: body.enabled,
    nodeClassDefault: body.nodeClassDefault,
    nodeClass: body.nodeClass,
    ...(isNms && body.nodeRoleId !== undefined && { nodeRoleId: body.nodeRoleId }),
  };
  requireAnswers(services.screens.check('policy', 'details', details));
  const nodeClass = roleOf(body.nodeClass);
  const role = isNms ? nmsRole(body.nodeRoleId) : undefined;
  const appliesTo = role?.nodeClass ?? nodeClass;
  const parentPolicyId = body.parentPolicyId ?? null;
  requireFields({
    '/nodeRoleId': isNms && role === undefined ? 'Required' : undefined,
    '/nodeClass': stored && stored.appliesTo !== appliesTo ? 'The role of a policy cannot change.' : undefined,
    '/parentPolicyId': parentWords(context, await readPolicyTree(db), { parentPolicyId, appliesTo, stored }),
    '/nodeClassDefault': defaultWords(context, details.nodeClassDefault, stored),
  });
  return { ...details, nodeClass, nodeRoleId: role?.id ?? '', appliesTo, parentPolicyId };
}

/** The screen has checked it. */
function roleOf(given: string): PolicyRole {
  const role = policyRoles.find((each) => each === given);
  if (role === undefined) throw new Error(`The screen accepts a role that no policy has: ${given}`);
  return role;
}

/** F14-12; a parent is of the same role, and no descendant. A parent that the caller does not see is as one that is not there. */
function parentWords(
  { actor }: Pick<CallContext, 'actor'>,
  tree: PolicyTree,
  {
    parentPolicyId,
    appliesTo,
    stored,
  }: Pick<Checked, 'parentPolicyId' | 'appliesTo'> & { stored?: PolicyRow | undefined },
): string | undefined {
  if (parentPolicyId === null) return undefined;
  const parent = tree.get(parentPolicyId);
  const kept = stored?.parentPolicyId === parentPolicyId;
  if (!parent || (!kept && !mayView(actor, parentPolicyId))) return 'Choose one of the options';
  if (appliesTo.startsWith('NMS_')) return 'A policy for NMS has no parent.';
  if (parent.appliesTo !== appliesTo) return 'The parent has another role.';
  const line = lineOf(tree, parentPolicyId);
  if (stored && line.some(({ id }) => id === stored.id)) return 'A policy cannot inherit from itself.';
  const below = stored ? Math.max(...branchOf(tree, stored.id).map(({ id }) => depthBelow(tree, id, stored.id))) : 1;
  return line.length + below > mostPolicyLevels ? `At most ${mostPolicyLevels} levels of policies` : undefined;
}

/** Levels from a policy down to one of its descendants, both counted. */
function depthBelow(tree: PolicyTree, id: number, from: number): number {
  return lineOf(tree, id).findIndex((row) => row.id === from) + 1;
}

/** The default reaches devices of every organization. */
function defaultWords({ actor }: Pick<CallContext, 'actor'>, wanted: boolean, stored?: PolicyRow): string | undefined {
  if (wanted === (stored?.nodeClassDefault ?? false) || holdsEverywhere(actor, 'POLICY:Update')) return undefined;
  return 'Only who may change all policies can choose the default.';
}
