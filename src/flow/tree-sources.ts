import type { Screens } from '#engine/flow/view.ts';
import type { TreeSource, TreeSources } from '#screens/trees/tree-sources.tsx';
import type { treeNames } from './source-names.ts';

/** The named trees of the screen documents, for the flow of one entity. What they answer is fetched with the first question. */
export function treeSources(
  subject: string | undefined,
  screens: Screens,
): TreeSources & Record<(typeof treeNames)[number], TreeSource> {
  return {
    directory: async (...asked) => (await import('./directory-tree.ts')).readDirectoryTree(...asked),
    monitorObjects: async (...asked) => (await import('./tree-answers.ts')).monitorObjects(subject, screens)(...asked),
  };
}
