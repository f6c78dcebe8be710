import type { TObject, TSchema } from 'typebox';
import type { PermissionName } from '../permissions.ts';

/**
 * One method that the server may ask of an agent. The server checks parameters before it queues a command and everything that comes
 * back; the agent checks the parameters again and everything that it sends.
 */
export interface AgentMethodEntry {
  /** What it does, for people: "ping". */
  readonly title: string;
  /** Capability with its version that an agent names in `hello`: one capability may have several methods. */
  readonly capability: string;
  /** What the person who asks must hold for the device. */
  readonly permission: PermissionName;
  /** The call that starts it where `startDeviceCommand` does not: it checks more than the permission. */
  readonly startedBy?: string;
  /** Travels with the id of the command beside it. */
  readonly params: TObject;
  /** What the agent gets where that is not `params`: with the secrets that are stored elsewhere. */
  readonly sent?: TObject;
  /** The stages that its progress names, in their order; one that is called `work` unless said here. */
  readonly stages?: readonly [string, ...string[]];
  /** How far the command is; the latest replaces the one before. `Type.Never()` for a method without progress. */
  readonly progress: TSchema;
  /** One thing found on the way. `Type.Never()` for a method without items. */
  readonly item: TSchema;
  readonly result: TSchema;
  /** Most bytes as JSON of the parameters, of one report (its progress and items together) and of the result; most items in all. */
  readonly budget: {
    readonly params: number;
    readonly report: number;
    readonly result: number;
    readonly items: number;
  };
  readonly cancellable: boolean;
  /** The agent stops a command that takes longer. */
  readonly seconds: number;
}
