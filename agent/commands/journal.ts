import { join } from 'node:path';
import { Type } from 'typebox';
import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';
import { privateFile } from '../private-file.ts';

/** How many commands are remembered; the server gives a command up long before as many have followed it. */
const REMEMBERED = 500;
/** A result is kept for a repetition only while it is small enough to be kept in a file. */
const LARGEST_RESULT = 64 * 1024;
const KEPT_RESULTS = 20;

const Journal = Type.Array(
  Type.Object({
    id: Type.String(),
    state: Type.Union([Type.Literal('begun'), Type.Literal('ended')]),
    result: Type.Optional(Type.Unknown()),
    failure: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  }),
);

export interface CommandJournal {
  /** Whether a command with this id was begun or refused before. */
  knows(id: string): boolean;
  /**
   * Runs the work of a command unless it ran before: a repetition gets the same result or the same `RpcError`.
   * @throws RpcError `interrupted` when the agent died in the middle of it, or when it ran and its result is gone.
   */
  once<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Notes a command as failed that was never begun, so that it never will be. */
  refuse(id: string, failure: RpcError): void;
}

/** The journal of commands, on disk: an id is written down before its work begins. */
export function createJournal(dataDirectory: string, remembered = REMEMBERED): CommandJournal {
  const file = privateFile(join(dataDirectory, 'commands.json'), Journal);
  const journal = new Map((file.read() ?? []).map((entry) => [entry.id, entry]));
  const running = new Map<string, Promise<unknown>>();

  function save(): void {
    for (const id of [...journal.keys()].slice(0, Math.max(0, journal.size - remembered))) journal.delete(id);
    const withResult = [...journal.values()].filter((entry) => entry.result !== undefined);
    for (const entry of withResult.slice(0, Math.max(0, withResult.length - KEPT_RESULTS))) delete entry.result;
    file.write([...journal.values()]);
  }

  async function run<T>(id: string, work: () => Promise<T>): Promise<T> {
    journal.set(id, { id, state: 'begun' });
    save();
    try {
      const result = await work();
      const text = JSON.stringify(result);
      journal.set(id, text.length <= LARGEST_RESULT ? { id, state: 'ended', result } : { id, state: 'ended' });
      return result;
    } catch (error) {
      journal.set(id, { id, state: 'ended', ...failureOf(error) });
      throw error;
    } finally {
      save();
      running.delete(id);
    }
  }

  return {
    knows: (id) => journal.has(id),
    refuse(id, failure) {
      journal.set(id, { id, state: 'ended', ...failureOf(failure) });
      save();
    },
    async once<T>(id: string, work: () => Promise<T>): Promise<T> {
      const inProgress = running.get(id);
      if (inProgress) return inProgress as Promise<T>;
      const known = journal.get(id);
      if (known?.result !== undefined) return known.result as T;
      if (known?.failure) throw new RpcError(known.failure.code, known.failure.message);
      if (known) throw new RpcError(rpcCodes.interrupted, 'The command was begun before and is not run again');
      const begun = run(id, work);
      running.set(id, begun);
      return begun;
    },
  };
}

function failureOf(error: unknown) {
  return error instanceof RpcError ? { failure: { code: error.code, message: error.message } } : {};
}
