import type { Screens } from '#engine/flow/view.ts';
import type { TreeSources } from '#screens/trees/tree-sources.tsx';

/** The named trees of the screen documents, for the flow of one entity. What they answer is fetched with the first question. */
export function treeSources(subject: string | undefined, screens: Screens): TreeSources {
  return {
    monitorObjects: async (...asked) => (await import('./tree-answers.ts')).monitorObjects(subject, screens)(...asked),
  };
}
