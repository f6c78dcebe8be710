import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { readBody } from '#engine/flow/read-answers.ts';
import manifest from '#schemas/backup-job/flow.json';
import type { Services } from '../services.ts';
import type { backupJob } from '../database/schema/backup-job.ts';
import { keepSecrets } from '../desired-state/kept-secrets.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { answerProblems } from '../screens/answer-problems.ts';

export type JobInput = BodyOf<Catalogue['addBackupJob']>;
export type JobRow = typeof backupJob.$inferSelect;
export type ShareOf = Pick<JobInput, 'networkDestinationPath' | 'networkDomain' | 'networkUserName'>;

/** Fields that cannot change once the job is saved (F06-06, F06-09, F06-10, F06-15, F06-40). */
const locked = ['compressionType', 'splitImageFile', 'splitImageFileSize', 'passwordType'] as const;
const call = 'addBackupJob';

/** A stored password goes only to the share that it was entered for, as the user it was entered for. */
export function isSameShare(one: ShareOf, other: ShareOf): boolean {
  return (
    one.networkDestinationPath === other.networkDestinationPath &&
    (one.networkDomain ?? '') === (other.networkDomain ?? '') &&
    one.networkUserName === other.networkUserName
  );
}

/**
 * The job as its columns, judged by the screens of the flow `backup-job`. What its types do not ask for is left out (F06-11 … F06-25).
 * @throws Refused `invalid_input`
 */
export function checkJob({ screens, secrets }: Pick<Services, 'screens' | 'secrets'>, body: JobInput, stored?: JobRow) {
  if (stored) requireUnchanged(body, stored);
  const keepsShare = stored?.secrets['networkPassword'] !== undefined && isSameShare(body, stored.settings);
  const flags = { networkPasswordSet: keepsShare, passwordSet: stored?.secrets['password'] !== undefined };
  const answers = readBody(manifest, call, { ...body, ...flags });
  const confirmed = {
    ...answers['basic'],
    ...(body.networkPassword !== undefined && { networkPasswordConfirm: body.networkPassword }),
    ...(body.password !== undefined && { passwordConfirm: body.password }),
  };
  requireAnswers(answerProblems(screens, { flow: 'backup-job', manifest, call }, { ...answers, basic: confirmed }));
  const asked = buildRequest(manifest, call, { mode: 'NEW', answers }) as JobInput;
  const { nodeId: _node, jobName, networkPassword, password, ...settings } = asked;
  return {
    name: jobName,
    settings,
    secrets: keepSecrets(secrets, stored?.secrets, {
      networkPassword: { used: settings.destinationType === 'NETWORK_SHARE', given: networkPassword },
      password: { used: settings.passwordType === 'PASSWORD', given: password },
    }),
  };
}

/** @throws Refused `invalid_input` */
function requireUnchanged(body: JobInput, stored: JobRow): void {
  const words = 'Cannot change once the job is saved.';
  requireFields({
    '/nodeId': body.nodeId === stored.nodeId ? undefined : words,
    '/jobName': body.jobName.trim() === stored.name ? undefined : words,
    ...Object.fromEntries(locked.map((name) => [`/${name}`, body[name] === stored.settings[name] ? undefined : words])),
  });
}
