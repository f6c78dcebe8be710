import type { OptionSources } from '#screens/options/option-sources.tsx';

const names = [
  'organization',
  'monitor',
  'country',
  'language',
  'timeZone',
  'organizationTimeZone',
  'notificationChannel',
  'escalationChannel',
  'alertTechnician',
  'alertReceiver',
  'ticketTemplate',
  'ticketRuleset',
  'location',
] as const;

export type SourceName = (typeof names)[number];

/** The named option sources of the screen documents. What they answer is fetched with the first question: signing in asks none. */
export const optionSources: OptionSources = Object.fromEntries(
  names.map((name) => [
    name,
    async (dependsOn, signal) => (await import('./option-answers.ts')).optionAnswers[name](dependsOn, signal),
  ]),
);
