import { callUrl } from '#api/client.ts';
import { newUuid } from '#api/uuid.ts';
import { makeScreen } from '../../flow/published-screens.ts';
import { loadFlow } from '../../flow/registry.ts';
import type { ShownFlow } from './use-shown-flow.ts';

/** A flow with what shows its states; with the changed screen, as the server compiles it, in place of the published one. */
export async function loadEdited(flow: string, screen: string, isChanged: boolean): Promise<ShownFlow> {
  const [loaded, preview, made] = await Promise.all([
    loadFlow(flow),
    import('../../gallery/preview.ts'),
    isChanged ? importEdit(flow, screen) : undefined,
  ]);
  const screens = made === undefined ? loaded.screens : { ...loaded.screens, [screen]: made };
  return { loaded: { ...loaded, screens }, preview };
}

async function importEdit(flow: string, screen: string): ReturnType<typeof makeScreen> {
  return makeScreen(await callUrl('readEditModule', { params: { flow, screen }, query: { opened: newUuid() } }));
}
