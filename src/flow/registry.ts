import { standardScreens } from '#engine/compile/standard-screens.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { FlowDefinition, FlowManifest } from '#engine/flow/flow.ts';
import { fetchPartsOf } from '#screens/parts-of-screens.ts';
import { fetchFillers } from './effects.ts';
import { DraftNote, EditorShell, FlowModal } from './flow-parts.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/** What the shell knows of a flow before it is opened. */
type ShellManifest = Pick<FlowManifest, 'title' | 'presentation' | 'width' | 'height' | 'routes'>;

// Discovered by folder: a new flow touches nothing here. The shell's part of manifests comes at once, the rest when a flow is opened.
const shellManifests = import.meta.glob<ShellManifest>('../../schemas/*/flow.json', {
  eager: true,
  query: '?shell',
  import: 'default',
});
const flows = import.meta.glob<WholeFlow>('../../schemas/*/flow.json', { query: '?whole', import: 'default' });

/** One module for each flow, not one for each screen: the name of each module counts among the bytes of the first page. */
interface WholeFlow {
  manifest: FlowManifest;
  definition: FlowDefinition;
  screens: readonly CompiledScreen[];
}

/** What the shell knows of each flow before it is opened, by id. */
export const flowManifests: ReadonlyMap<string, ShellManifest> = new Map(
  Object.entries(shellManifests).map(([path, manifest]) => [folderOf(path), manifest]),
);

/** Fetches a flow's machine and screens, and what these are drawn with. Throws for an unknown flow, and when they cannot be fetched. */
export async function loadFlow(id: string): Promise<LoadedFlow> {
  const load = flows[`../../schemas/${id}/flow.json`];
  if (load === undefined) throw new Error(`there is no flow "${id}"`);
  const { manifest, definition, screens } = await load();
  // Not when they are drawn: React keeps a fallback that it has shown for 300 ms, where the code is there in twenty.
  await Promise.all([
    fetchPartsOf(screens),
    fetchFillers(definition),
    ...(manifest.presentation === 'modal' ? [FlowModal.fetch()] : []),
    ...(manifest.presentation === 'full-screen' ? [EditorShell.fetch(), DraftNote.fetch()] : []),
  ]);
  return {
    flow: { ...manifest, ...definition },
    screens: {
      ...standardScreens(id, manifest),
      ...Object.fromEntries(screens.map((screen) => [screen.id, screen])),
    },
  };
}

/** `../../schemas/organization/details.json` → `organization`. */
function folderOf(path: string): string {
  return path.split('/').at(-2) ?? '';
}
