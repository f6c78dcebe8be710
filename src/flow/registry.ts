import { standardScreens } from '#engine/compile/standard-screens.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Flow, FlowDefinition, FlowManifest } from '#engine/flow/flow.ts';
import { firstScreen } from '#engine/flow/state-nodes.ts';
import { fetchPartsOf } from '#screens/parts-of-screens.ts';
import { fetchFillers } from './effects.ts';
import { DraftNote, EditorShell, FlowModal } from './flow-parts.ts';
import type { Screens } from '#engine/flow/view.ts';
import type { LoadedFlow } from './loaded-flow.ts';

/** What the shell knows of a flow before it is opened. */
export type ShellManifest = Pick<FlowManifest, 'title' | 'presentation' | 'width' | 'height' | 'routes'>;

/** One module for each flow, not one for each screen: the name of each module counts among the bytes of the first page. */
export interface WholeFlow extends Pick<Flow, 'validateGiven'> {
  manifest: FlowManifest;
  definition: FlowDefinition;
  screens: readonly CompiledScreen[];
}

/** By the path of each flow's manifest, as `import.meta.glob` finds them. */
export interface FoundFlows {
  shells: Readonly<Record<string, ShellManifest>>;
  wholes: Readonly<Record<string, () => Promise<WholeFlow>>>;
}

const manifests = new Map<string, ShellManifest>();
const wholes = new Map<string, () => Promise<WholeFlow>>();

/** What the shell knows of each flow before it is opened, by id. */
export const flowManifests: ReadonlyMap<string, ShellManifest> = manifests;

/** Makes flows known: those of the first page in `door-flows.ts`, all others in `console-flows.ts`. */
export function addFlows(found: FoundFlows): void {
  for (const [path, manifest] of Object.entries(found.shells)) manifests.set(folderOf(path), manifest);
  for (const [path, load] of Object.entries(found.wholes)) wholes.set(folderOf(path), load);
}

/**
 * Fetches a flow's machine and screens, those that were published among them, and what these are drawn with. Of an organization that has
 * screens of its own, these. Throws for an unknown flow, and when they cannot be fetched.
 */
export async function loadFlow(id: string, organizationId?: number): Promise<LoadedFlow> {
  const { manifest, definition, screens: shipped, validateGiven } = await builtFlow(id);
  const { screens, ...more } =
    manifest.presentation === 'page' ? { screens: shipped } : await published(id, manifest, shipped, organizationId);
  // Not when they are drawn: React keeps a fallback that it has shown for 300 ms, where the code is there in twenty.
  await Promise.all([
    fetchPartsOf(manifest.presentation === 'page' ? neededAtOnce(definition, screens) : Object.values(screens)),
    fetchFillers(definition),
    ...(manifest.presentation === 'modal' ? [FlowModal.fetch()] : []),
    ...(manifest.presentation === 'full-screen' ? [EditorShell.fetch(), DraftNote.fetch()] : []),
  ]);
  return {
    flow: { ...manifest, ...definition, ...(validateGiven && { validateGiven }) },
    screens,
    ...more,
  };
}

/** Fetches what `loadFlow` leaves out of a flow that is a page: what its later screens are drawn with. */
export async function fetchLaterParts(id: string): Promise<void> {
  await fetchPartsOf(Object.values((await builtFlow(id)).screens));
}

async function builtFlow(id: string) {
  const load = wholes.get(id);
  if (load === undefined) throw new Error(`there is no flow "${id}"`);
  const { screens, ...whole } = await load();
  return {
    ...whole,
    screens: {
      ...standardScreens(id, whole.manifest),
      ...Object.fromEntries(screens.map((screen) => [screen.id, screen])),
    },
  };
}

/** The first screen where that is a form, since the rest can be fetched while the user types; otherwise all screens. */
function neededAtOnce({ machine }: FlowDefinition, screens: Screens): CompiledScreen[] {
  const first = screens[firstScreen(machine) ?? ''];
  return first && (first.document.kind ?? 'form') === 'form' ? [first] : Object.values(screens);
}

/** Nobody is signed in where a flow of the presentation `page` is loaded, and the Studio does not publish its screens. */
async function published(id: string, manifest: FlowManifest, screens: Screens, organizationId?: number) {
  const { withPublishedScreens } = await import('./published-screens.ts');
  return withPublishedScreens(id, manifest, screens, { organizationId });
}

/** `../../schemas/organization/details.json` → `organization`. */
function folderOf(path: string): string {
  return path.split('/').at(-2) ?? '';
}
