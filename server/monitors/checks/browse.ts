import type { Static } from 'typebox';
import type { MonitorObject } from '#api/contract/monitors.ts';
import type { CheckContext, StoredConfig } from './check.ts';

export type BrowsedObject = Static<typeof MonitorObject>;

/** What stands below one object of a target. */
export interface Browsed {
  objects: BrowsedObject[];
  /** There are more than these. */
  more: boolean;
}

/** Why nothing can be shown, in one sentence for people. */
export class BrowseFailed extends Error {
  override name = 'BrowseFailed';
}

/** Reads the objects of a target, one level at a time. @throws BrowseFailed */
export type Browse = (config: StoredConfig, below: string, context: CheckContext) => Promise<Browsed>;
