/** What a flow does, as nested plain data: the leaves are words, numbers, or lists of words. */
export type Fact = string | number | boolean | null | readonly string[] | Facts;
export interface Facts {
  [name: string]: Fact;
}

export function isFacts(fact: Fact | undefined): fact is Facts {
  return typeof fact === 'object' && fact !== null && !Array.isArray(fact);
}

/** Words that hold in every observation as they are, the others marked, in the order of the alphabet. */
export function tally(observations: readonly (readonly string[])[]): string[] {
  const topics = observations.map((words) => new Map(words.map((word) => [word, word])));
  return tallyTopics(topics, new Set(topics.flatMap((words) => [...words.keys()])));
}

/** The same by topic: a word is marked where another observation says something else, or nothing, of its topic. */
export function tallyTopics(
  observations: readonly ReadonlyMap<string, string>[],
  everywhere: ReadonlySet<string> = new Set(),
): string[] {
  const words = new Map<string, { topic: string; count: number }>();
  const asked = new Map<string, number>();
  for (const observation of observations) {
    for (const [topic, word] of observation) {
      asked.set(topic, (asked.get(topic) ?? 0) + 1);
      words.set(word, { topic, count: (words.get(word)?.count ?? 0) + 1 });
    }
  }
  return [...words]
    .filter(([word]) => word !== '')
    .map(([word, { topic, count }]) => {
      const all = everywhere.has(topic) ? observations.length : asked.get(topic);
      return count === all ? word : `${word} (sometimes)`;
    })
    .sort((a, b) => a.localeCompare(b, 'en'));
}

/** The facts less those that say nothing. */
export function compact(facts: Record<string, Fact | undefined>): Facts {
  return Object.fromEntries(
    Object.entries(facts).filter((entry): entry is [string, Fact] => {
      const [, fact] = entry;
      if (fact === undefined || fact === '') return false;
      return Array.isArray(fact) ? fact.length > 0 : !isFacts(fact) || Object.keys(fact).length > 0;
    }),
  );
}

export function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return groups;
}
