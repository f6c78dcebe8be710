import { createContext, use } from 'react';
import type { Answers } from '#engine/flow/flow.ts';

/** One thing of a tree. */
export interface TreeThing {
  /** What the field takes. */
  value: string;
  label: string;
  /** Stands behind the label: the value that it has now. */
  detail?: string;
  hasChildren: boolean;
}

export interface TreeLevel {
  things: readonly TreeThing[];
  /** There are more than these. */
  more: boolean;
  /** What is to be told of the level beside its things. */
  note?: string;
}

/** Reads what stands below one thing of a tree. `answers`: those of the form, as they stand. Rejects with an error whose message a person can read. */
export type TreeSource = (answers: Answers, below: string, signal: AbortSignal) => Promise<TreeLevel>;
export type TreeSources = Readonly<Record<string, TreeSource>>;

const TreeSourcesContext = createContext<TreeSources>({});

/** Fills the named trees of the screen documents. */
export const TreeSourcesProvider = TreeSourcesContext.Provider;

export function useTreeSource(name: string): TreeSource {
  const source = use(TreeSourcesContext)[name];
  if (source === undefined) throw new Error(`tree "${name}" was not provided`);
  return source;
}
