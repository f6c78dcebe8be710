import { callUrl } from '#api/client.ts';
import { newUuid } from '#api/uuid.ts';
import { readVariantName } from '#engine/document/variant.ts';
import { makeScreen } from '../../flow/published-screens.ts';
import { loadFlow } from '../../flow/registry.ts';
import type { ShownFlow } from './use-shown-flow.ts';

/** A flow with what shows its states, for the organization of a variant; with the changed screen, as the server compiles it, in place of the published one. */
export async function loadEdited(flow: string, screen: string, isChanged: boolean): Promise<ShownFlow> {
  const { screen: own, organizationId } = readVariantName(screen);
  const [loaded, preview, made] = await Promise.all([
    loadFlow(flow, organizationId),
    import('../../gallery/preview.ts'),
    isChanged ? importEdit(flow, screen) : undefined,
  ]);
  const screens = made === undefined ? loaded.screens : { ...loaded.screens, [own]: made };
  return { loaded: { ...loaded, screens }, preview };
}

/** A flow whose screens, those of `changed`, take a part of the changed screen `<edited.flow>/<edited.screen>`. */
export async function loadTaker(
  flow: string,
  changed: readonly string[],
  edited: { flow: string; screen: string },
): Promise<ShownFlow> {
  const [loaded, preview, made] = await Promise.all([
    loadFlow(flow),
    import('../../gallery/preview.ts'),
    Promise.all(
      changed.map(
        async (screen) => [screen, await importEdit(edited.flow, edited.screen, `${flow}/${screen}`)] as const,
      ),
    ),
  ]);
  return { loaded: { ...loaded, screens: { ...loaded.screens, ...Object.fromEntries(made) } }, preview };
}

async function importEdit(flow: string, screen: string, taker?: string): ReturnType<typeof makeScreen> {
  const query = { opened: newUuid(), ...(taker !== undefined && { taker }) };
  return makeScreen(await callUrl('readEditModule', { params: { flow, screen }, query }));
}
