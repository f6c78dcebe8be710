import type { OptionSources } from '#screens/options/option-sources.tsx';
import { sourceNames } from './source-names.ts';

/** The named option sources of the screen documents. What they answer is fetched with the first question: signing in asks none. */
export const optionSources: OptionSources = Object.fromEntries(
  sourceNames.map((name) => [
    name,
    async (dependsOn, signal) => (await import('./option-answers.ts')).optionAnswers[name](dependsOn, signal),
  ]),
);
