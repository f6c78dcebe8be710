import type { CompiledScreen } from '#engine/document/document.ts';
import type { Flow, FlowDefinition, FlowManifest } from '#engine/flow/flow.ts';
import type { Screens } from '#engine/flow/view.ts';
import { fetchPartsOf } from '#screens/parts-of-screens.ts';
import { FlowModal } from './flow-parts.ts';

export interface LoadedFlow {
  flow: Flow;
  screens: Screens;
}

// Discovered by folder: a new flow touches nothing here. Manifests are data and come at once, the rest when it is opened.
const manifests = import.meta.glob<FlowManifest>('../../schemas/*/flow.json', { eager: true, import: 'default' });
const definitions = import.meta.glob<FlowDefinition>('../../machines/*/flow.ts', { import: 'default' });
const documents = import.meta.glob<CompiledScreen>(['../../schemas/*/*.json', '!../../schemas/*/flow.json'], {
  query: '?screen',
  import: 'default',
});

/** What the shell knows of each flow before it is opened, by id. */
export const flowManifests: ReadonlyMap<string, FlowManifest> = new Map(
  Object.entries(manifests).map(([path, manifest]) => [folderOf(path), manifest]),
);

/** Fetches a flow's machine and screens, and what these are drawn with. Throws for an unknown flow, and when they cannot be fetched. */
export async function loadFlow(id: string): Promise<LoadedFlow> {
  const manifest = flowManifests.get(id);
  const define = definitions[`../../machines/${id}/flow.ts`];
  if (manifest === undefined || define === undefined) throw new Error(`there is no flow "${id}"`);
  const own = Object.entries(documents).filter(([path]) => folderOf(path) === id);
  const [definition, ...screens] = await Promise.all([define(), ...own.map(([, load]) => load())]);
  // Not when they are drawn: React keeps a fallback that it has shown for 300 ms, where the code is there in twenty.
  await Promise.all([fetchPartsOf(screens), ...(manifest.presentation === 'modal' ? [FlowModal.fetch()] : [])]);
  return {
    flow: { ...manifest, ...definition },
    screens: Object.fromEntries(screens.map((screen) => [screen.id, screen])),
  };
}

/** `../../schemas/organization/details.json` → `organization`. */
function folderOf(path: string): string {
  return path.split('/').at(-2) ?? '';
}
