import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import manifest from '#schemas/managed-folder/flow.json';
import type { managedFolder } from '../database/schema/managed-folder.ts';
import { keepSecrets } from '../desired-state/kept-secrets.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { answerProblems } from '../screens/answer-problems.ts';
import type { Services } from '../services.ts';

export type FolderInput = BodyOf<Catalogue['addManagedFolder']>;
export type FolderRow = typeof managedFolder.$inferSelect;
type UserOf = Pick<FolderInput, 'folderCredentialsDomainOrComputerOrNASName' | 'folderCredentialsUserName'>;

const call = 'addManagedFolder';

/** The stored password of a folder, whose path never changes, goes only along with the user that it was entered for. */
export function isSameUser(one: UserOf, other: UserOf): boolean {
  return (
    (one.folderCredentialsDomainOrComputerOrNASName ?? '') ===
      (other.folderCredentialsDomainOrComputerOrNASName ?? '') &&
    one.folderCredentialsUserName === other.folderCredentialsUserName
  );
}

/**
 * The folder as its columns, judged by the screens of the flow `managed-folder`. What its types do not ask for is left out
 * (F07-06, F07-08, F07-13, F07-14).
 * @throws Refused `invalid_input`
 */
export function checkFolder(
  { screens, secrets }: Pick<Services, 'screens' | 'secrets'>,
  body: FolderInput,
  stored?: FolderRow,
) {
  if (stored) requireUnchanged(body, stored);
  const keepsUser = stored?.secrets['folderCredentialsPassword'] !== undefined && isSameUser(body, stored.settings);
  const flags = {
    folderCredentialsPasswordSet: keepsUser,
    imagePasswordSet: stored?.secrets['imagePassword'] !== undefined,
  };
  const answers = readBody(manifest, call, { ...body, ...flags });
  const { folderCredentialsPassword: given, imagePassword: givenOfImage } = body;
  const confirmed = {
    ...answers['basic'],
    ...(given !== undefined && { folderCredentialsPasswordConfirm: given }),
    ...(givenOfImage !== undefined && { imagePasswordConfirm: givenOfImage }),
  };
  requireAnswers(answerProblems(screens, { flow: 'managed-folder', manifest, call }, { ...answers, basic: confirmed }));
  const asked = buildRequest(manifest, call, { mode: 'NEW', answers }) as FolderInput;
  const { nodeId: _node, folderPath, folderCredentialsPassword, imagePassword, ...settings } = asked;
  return {
    path: folderPath,
    settings,
    secrets: keepSecrets(secrets, stored?.secrets, {
      folderCredentialsPassword: {
        used: settings.authenticationType === 'FOLDER_CREDENTIAL',
        given: folderCredentialsPassword,
      },
      imagePassword: { used: settings.imagePasswordType === 'PASSWORD_STRING', given: imagePassword },
    }),
  };
}

/** What cannot change once the folder is saved (F07-03, F07-25). @throws Refused `invalid_input` */
function requireUnchanged(body: FolderInput, stored: FolderRow): void {
  const words = 'Cannot change once the folder is saved.';
  requireFields({
    '/nodeId': body.nodeId === stored.nodeId ? undefined : words,
    '/folderPath': body.folderPath === stored.path ? undefined : words,
    '/imagePasswordType': body.imagePasswordType === stored.settings.imagePasswordType ? undefined : words,
  });
}
