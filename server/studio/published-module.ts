import type { CallContext } from '../context.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenPlace } from './screen-text.ts';
import { versionModule } from './versions.ts';

/** Compiled modules that each server keeps: a version never changes, and each page that opens its flow asks for it. */
const MOST_KEPT = 200;
const kept = new WeakMap<ScreenLibrary, Map<string, Promise<string>>>();

/** The module of a published version. @throws Refused `not_found` */
export async function publishedModule(
  context: Pick<CallContext, 'db' | 'services'>,
  place: ScreenPlace,
  number: number,
): Promise<string> {
  const { screens } = context.services;
  const modules = kept.get(screens) ?? new Map<string, Promise<string>>();
  kept.set(screens, modules);
  const key = `${place.flow}/${place.screen} ${number}`;
  const known = modules.get(key);
  if (known !== undefined) return known;
  // Who asks for the same meanwhile waits for it too.
  const module = versionModule(context, place, number);
  const [oldest] = modules.keys();
  if (modules.size >= MOST_KEPT && oldest !== undefined) modules.delete(oldest);
  modules.set(key, module);
  try {
    return await module;
  } catch (error) {
    modules.delete(key);
    throw error;
  }
}
