import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { StateAnswer, StateApply } from '#api/contract/agent-methods/desired-state.ts';
import { stateKinds, type StateDocument, type StateKind } from '#api/contract/agent-methods/state-kinds.ts';
import { checkManagedFolders } from '../backup/check-folders.ts';
import { checkBackupJobs } from '../backup/check-jobs.ts';
import { createPatchApplier, type Applied } from '../patches/apply-patches.ts';
import { privateFile } from '../private-file.ts';
import type { AgentSettings } from '../settings.ts';

type Appliers = { readonly [K in StateKind]: (document: StateDocument<K>) => Applied };

/** Settings that the agent only stores, for a tool that uses them. `check`: why this device cannot have them. */
function stored<Document>(check: (document: Document) => string | undefined): (document: Document) => Applied {
  return (document) => {
    const fault = check(document);
    return fault === undefined ? { note: '' } : { fault };
  };
}

const Stored = Type.Object({
  version: Type.Integer(),
  appliedAt: Type.String(),
  document: Type.Unknown(),
});

/**
 * Applies and stores what the server says that this device should have, one file for each kind (0600), for the tool that uses it. What is
 * refused leaves the file as it was.
 */
export function createStateKeeper(
  settings: Pick<AgentSettings, 'dataDirectory' | 'patches' | 'reboot'>,
): (state: StateApply) => Promise<StateAnswer> {
  const appliers: Appliers = {
    'backup-jobs': stored(checkBackupJobs),
    'managed-folders': stored(checkManagedFolders),
    'patch-settings': createPatchApplier(settings),
  };
  return async ({ kind, version, document }) => {
    if (!isKnown(kind)) return refusal(`This agent does not know the configuration “${kind}”.`);
    const applied = apply(appliers, kind, document);
    if ('fault' in applied) return refusal(applied.fault);
    const { note: reason } = applied;
    const file = privateFile(join(settings.dataDirectory, 'desired-state', `${kind}.json`), Stored);
    const had = file.read();
    if (had?.version === version && isDeepStrictEqual(had.document, document))
      return { outcome: 'applied', at: had.appliedAt, reason };
    const appliedAt = new Date().toISOString();
    try {
      file.write({ version, appliedAt, document });
    } catch (error) {
      return refusal(
        `The configuration could not be stored: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    return { outcome: 'applied', at: appliedAt, reason };
  };
}

function isKnown(kind: string): kind is StateKind {
  return Object.hasOwn(stateKinds, kind);
}

function apply<K extends StateKind>(appliers: Appliers, kind: K, document: unknown): Applied {
  return Value.Check(stateKinds[kind], document)
    ? appliers[kind](document)
    : { fault: 'The configuration is not one that this agent understands.' };
}

function refusal(reason: string): StateAnswer {
  return { outcome: 'refused', at: new Date().toISOString(), reason: reason.slice(0, 500) };
}
