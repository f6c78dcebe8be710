import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { StateAnswer, StateApply } from '#api/contract/agent-methods/desired-state.ts';
import { stateKinds, type StateDocument, type StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import { checkManagedFolders } from '../backup/check-folders.ts';
import { checkBackupJobs } from '../backup/check-jobs.ts';
import { privateFile } from '../private-file.ts';

/** Why this device cannot take a document that fits the schema of its kind; undefined where it can. */
const faults: { readonly [K in StateKind]: (document: StateDocument<K>) => string | undefined } = {
  'backup-jobs': checkBackupJobs,
  'managed-folders': checkManagedFolders,
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
    if (!isKnown(kind)) return refusal(`This agent does not know the configuration “${kind}”.`);
    const fault = findFault(kind, document);
    if (fault !== undefined) return refusal(fault);
    const file = privateFile(join(dataDirectory, 'desired-state', `${kind}.json`), Stored);
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

function isKnown(kind: string): kind is StateKind {
  return Object.hasOwn(stateKinds, kind);
}

function findFault<K extends StateKind>(kind: K, document: unknown): string | undefined {
  return Value.Check(stateKinds[kind], document)
    ? faults[kind](document)
    : 'The configuration is not one that this agent understands.';
}

function refusal(reason: string): StateAnswer {
  return { outcome: 'refused', at: new Date().toISOString(), reason: reason.slice(0, 500) };
}
