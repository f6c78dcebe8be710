import type { Static } from 'typebox';
import type { DirectoryCode, directorySignIn } from '#api/contract/agent-methods/directory.ts';
import type { directoryCalls } from '#api/contract/directory.ts';
import type { Refusal } from '#engine/flow/flow.ts';

export type Validation = Partial<Static<typeof directorySignIn.result>>;
export type Applied = Partial<Static<(typeof directoryCalls)['applyDirectoryJob']['reply']>>;

/** “8 computers”. */
export function counted(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'computer' : 'computers'}`;
}

/** “2 computers were approved. 1 computer was rejected.” */
export function wordsOf({ approved = 0, pending = 0, rejected = 0 }: Applied): string {
  const told = (count: number, what: string) =>
    count === 0 ? [] : [`${counted(count)} ${count === 1 ? 'was' : 'were'} ${what}.`];
  return [
    ...told(approved, 'approved'),
    ...told(pending, 'marked as pending'),
    ...told(rejected, 'rejected'),
    ...(approved + pending + rejected === 0 ? ['Somebody else decided about these computers before you.'] : []),
  ].join(' ');
}

/** The field that a code of the directory speaks of; none for one that speaks of the directory itself. */
function fieldOf(code: DirectoryCode | undefined, credential: string): string | undefined {
  switch (code) {
    case 'invalid_ou_path':
    case 'succeeded':
      return '/ouPath';
    case 'access_denied':
    case 'required_privilege_not_held':
    case 'incorrect_username_or_password':
      return credential;
    case 'encryption_refused':
      return '/allowPlain';
    default:
      return undefined;
  }
}

export function refusalOf({ code, message = '' }: Validation, credential: string): Refusal {
  const field = fieldOf(code, credential);
  return { code: code ?? 'failed', message, ...(field !== undefined && { fields: { [field]: message } }) };
}
