import type { ScreenLibrary } from '#engine/compile/library.ts';

/**
 * Finds the first secret in a snapshot, as `<screen><pointer>`: a `writeOnly` field of one of the flow's screens that has
 * a value in `context.answers`. The page strips secrets; this check keeps them out of the database if the page fails to.
 */
export function secretIn(screens: ScreenLibrary, flow: string, snapshot: unknown): string | undefined {
  const answers = member(member(snapshot, 'context'), 'answers');
  for (const id of screens.screens(flow)) {
    const given = member(answers, id);
    if (given === undefined) continue;
    const pointer = screens.get(flow, id).secrets.find((each) => holdsValue(given, each.split('/').slice(1)));
    if (pointer !== undefined) return id + pointer;
  }
  return undefined;
}

function holdsValue(data: unknown, path: string[]): boolean {
  const [head, ...rest] = path;
  if (head === undefined) return data !== undefined && data !== null && data !== '';
  if (head === '*') return Array.isArray(data) && data.some((each) => holdsValue(each, rest));
  return holdsValue(member(data, head.replaceAll('~1', '/').replaceAll('~0', '~')), rest);
}

function member(value: unknown, name: string): unknown {
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return undefined;
  return (value as Record<string, unknown>)[name];
}
