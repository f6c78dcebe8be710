import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { BackupJobsState } from '#api/contract/agent-methods/backup.ts';
import {
  stateKinds,
  type StateAnswer,
  type StateApply,
  type StateKind,
} from '#api/contract/agent-methods/desired-state.ts';
import { checkBackupJobs } from '../backup/check-jobs.ts';
import { privateFile } from '../private-file.ts';

interface Kind {
  schema: TSchema;
  /** Why this device cannot take a document that fits the schema. */
  findFault(document: unknown): string | undefined;
}

const kinds: Readonly<Record<StateKind, Kind>> = {
  'backup-jobs': {
    schema: BackupJobsState,
    findFault: (document) => checkBackupJobs(Value.Parse(BackupJobsState, document)),
  },
};

const Stored = Type.Object({
  version: Type.Integer(),
  appliedAt: Type.String(),
  document: Type.Unknown(),
});

/**
 * Stores what the server says that this device should have, one file for each kind (0600), for the tool that uses it. What is refused
 * leaves the file as it was.
 */
export function createStateKeeper(dataDirectory: string): (state: StateApply) => Promise<StateAnswer> {
  return async ({ kind, version, document }) => {
    const known = stateKinds.find((name) => name === kind);
    if (known === undefined) return refusal(`This agent does not know the configuration “${kind}”.`);
    const { schema, findFault } = kinds[known];
    if (!Value.Check(schema, document)) return refusal('The configuration is not one that this agent understands.');
    const fault = findFault(document);
    if (fault !== undefined) return refusal(fault);
    const file = privateFile(join(dataDirectory, 'desired-state', `${known}.json`), Stored);
    const stored = file.read();
    if (stored?.version === version && isDeepStrictEqual(stored.document, document))
      return { outcome: 'applied', at: stored.appliedAt, reason: '' };
    const appliedAt = new Date().toISOString();
    try {
      file.write({ version, appliedAt, document });
    } catch (error) {
      return refusal(
        `The configuration could not be stored: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    return { outcome: 'applied', at: appliedAt, reason: '' };
  };
}

function refusal(reason: string): StateAnswer {
  return { outcome: 'refused', at: new Date().toISOString(), reason: reason.slice(0, 500) };
}
