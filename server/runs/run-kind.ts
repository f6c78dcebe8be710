import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from '#api/contract/errors.ts';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Log } from '../log.ts';
import type { Services } from '../services.ts';
import type { Report } from './report.ts';

export interface RunWork<Input, Stage extends string, Data> extends Report<Stage, Data> {
  id: string;
  input: Input;
  userId: number;
  services: Services;
  log: Log;
  /** Aborts when the owner cancels, when the server stops, or when another process took the run over. */
  signal: AbortSignal;
  /**
   * Writes on behalf of the owner, with the permissions that the owner has now, with audit rows and announcements. Rolled
   * back when the run is another process's by then, so that nothing is written twice.
   */
  transaction<T>(work: (context: WriteContext & Report<Stage, Data>) => Promise<T>): Promise<T>;
}

/** A kind of run, in the file of its domain and in the list of `kinds.ts`. */
export interface RunKind<
  Input extends TSchema = TSchema,
  Stage extends string = string,
  Data extends TObject = TObject,
  Result extends TSchema = TSchema,
> {
  name: string;
  /** For the audit trail: "import of cloud monitors". */
  title: string;
  input: Input;
  stages: readonly [Stage, ...Stage[]];
  item: Data;
  result: Result;
  /** Codes of its own that it may be refused with. */
  errors: readonly ErrorCode[];
  /** The work goes on from what is stored, so another process may take it over. Otherwise it ends as `interrupted`. */
  resumable: boolean;
  work(work: RunWork<Static<Input>, Stage, Static<Data>>): Promise<Static<Result>>;
}

/** For kinds whose work another program does, or whose runs other users than the owner follow. */
interface Elsewhere {
  /** For a kind without `work`, whose runs an agent does and reports and no server process claims: asks the agent to stop. */
  cancel?(context: CallContext, id: string): Promise<void>;
  /** The subject is a device's id: whoever sees the device sees the run, and whoever may change the device may cancel it. */
  subject?: 'device';
  /** Whoever holds it sees the runs of everybody and may cancel them. */
  permission?: PermissionName;
}

/** A kind without the types of its own, which `runKind` has checked. Without `work` it is worked on elsewhere. */
export type AnyRunKind = Omit<RunKind, 'work'> &
  Elsewhere & { work?(work: RunWork<unknown, string, unknown>): Promise<unknown> };

export function runKind<Input extends TSchema, Stage extends string, Data extends TObject, Result extends TSchema>(
  kind: RunKind<Input, Stage, Data, Result> & Pick<AnyRunKind, 'permission'>,
): RunKind<Input, Stage, Data, Result> & AnyRunKind {
  return kind as RunKind<Input, Stage, Data, Result> & AnyRunKind;
}
