import type { CallContext } from '../context.ts';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenPlace } from './screen-text.ts';
import { versionDocument } from './versions.ts';

/** Compiled modules that each server keeps: a version never changes, and each page that opens its flow asks for it. */
const MOST_KEPT = 200;
const kept = new WeakMap<ScreenLibrary, Map<string, string>>();

/** The module of a published version. @throws Refused `not_found` */
export async function publishedModule(
  context: Pick<CallContext, 'db' | 'services'>,
  place: ScreenPlace,
  number: number,
): Promise<string> {
  const { screens } = context.services;
  const modules = kept.get(screens) ?? new Map<string, string>();
  kept.set(screens, modules);
  const key = `${place.flow}/${place.screen} ${number}`;
  const known = modules.get(key);
  if (known !== undefined) return known;
  const module = runTimeScreenModule(place.flow, place.screen, await versionDocument(context, place, number));
  const [oldest] = modules.keys();
  if (modules.size >= MOST_KEPT && oldest !== undefined) modules.delete(oldest);
  modules.set(key, module);
  return module;
}
