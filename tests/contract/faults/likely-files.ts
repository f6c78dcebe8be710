import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { PlantedFault } from './plant.ts';

/** A test file that reaches a fault. */
interface Near {
  file: string;
  /** How many faults the nearest of its tests reaches. */
  breadth: number;
}

/** In how many of the test files each word stands, and the words of each. */
interface Library {
  words: Map<string, Set<string>>;
  files: Map<string, number>;
}

export function readLibrary(paths: readonly string[]): Library {
  const words = new Map(paths.map((path) => [path, new Set(wordsOf(`${path} ${readFileSync(path, 'utf8')}`))]));
  const files = new Map<string, number>();
  for (const found of words.values()) for (const word of found) files.set(word, (files.get(word) ?? 0) + 1);
  return { words, files };
}

/**
 * The files in the order in which they are likely to notice a fault: those of its folder, then in turn the one that shares the
 * rarest words with it and the one with a test that reaches little else. What every request passes is reached by all files, and
 * then the words alone tell (`sec-fetch-site`).
 */
export function likelyFirst(
  { words, files }: Library,
  folder: string,
  { place, code }: Pick<PlantedFault, 'place' | 'code'>,
  near: readonly Near[],
): string[] {
  const wanted = [...new Set(wordsOf(`${basename(place).replace(/\.ts:\d+$/, '')} ${code}`))];
  const likeness = (file: string) =>
    wanted.filter((word) => words.get(file)?.has(word)).reduce((sum, word) => sum + 1 / (files.get(word) ?? 1), 0);
  const own = near.filter(({ file }) => dirname(file) === folder);
  const byWords = near.toSorted((a, b) => likeness(b.file) - likeness(a.file));
  const byBreadth = near.toSorted((a, b) => a.breadth - b.breadth);
  const inTurn = byWords.flatMap((one, index) => [one, byBreadth[index] ?? one]);
  return [...new Set([...own, ...inTurn].map(({ file }) => file))];
}

/** Names whole and by their parts: `requireOwnOrigin` is also require, own and origin. */
function wordsOf(text: string): string[] {
  const names = text.match(/[A-Za-z_][\w-]*[A-Za-z\d]/g) ?? [];
  return names.flatMap((name) => [
    name.toLowerCase(),
    ...name.split(/[-_]|(?<=[a-z\d])(?=[A-Z])/).map((part) => part.toLowerCase()),
  ]);
}
