import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import details from '#schemas/policy/details.json';

type Policy = CallReply<'readPolicy'>;

const roles = details.schema.properties.nodeClass.oneOf;
const nmsRoles = details.schema.allOf.flatMap(({ then }) => then.properties.nodeRoleId?.oneOf ?? []);

/** The role of a policy in the words of its screen. */
export function PolicyRole({ policy: { nodeClass, nodeRoleId } }: { policy: Policy }): ReactNode {
  const role = roles.find((each) => each.const === nodeClass)?.title ?? nodeClass;
  const nms = nmsRoles.find((each) => each.const === nodeRoleId)?.title;
  return nms === undefined ? role : `${role}: ${nms}`;
}
