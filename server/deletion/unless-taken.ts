import type { ErrorCode } from '#api/contract/errors.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';

/** By the index that an undo violates: the refusal, and what took the place meanwhile. */
const taken: Readonly<Record<string, readonly [ErrorCode, (name: string) => string]>> = {
  organization_name: [
    'organization_name_in_use',
    (name) => `An organization with the name “${name}” was added meanwhile. Rename it first.`,
  ],
  vm_host_once: [
    'delegate_already_has_existing_host',
    (name) => `A VM host with the address of “${name}” was added meanwhile. Delete it first.`,
  ],
  app_user_email: [
    'EMAIL_ALREADY_IN_USE',
    (name) => `A user with the email address of “${name}” was added meanwhile. Change that address first.`,
  ],
  policy_name: [
    'POLICY_NAME_ALREADY_IN_USE',
    (name) => `A policy with the name “${name}” was added meanwhile. Rename it first.`,
  ],
  ticket_template_name: [
    'ticket_template_name_in_use',
    (name) => `A ticket template with the name “${name}” was added meanwhile. Rename it first.`,
  ],
};

/** Restores something by `work`. @throws Refused the codes above, where its name or address is not free any more */
export async function unlessTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const [code, words] = taken[violatedIndex(error) ?? ''] ?? [];
    if (code === undefined || words === undefined) throw error;
    throw new Refused(code, { message: words(name), cause: error });
  }
}
