import { standardScreens } from '#engine/compile/standard-screens.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Flow, FlowDefinition, FlowManifest } from '#engine/flow/flow.ts';

export interface ShownFlow {
  flow: Flow;
  screens: Record<string, CompiledScreen>;
}

const definitions = import.meta.glob<FlowDefinition>('../../machines/*/flow.ts', { eager: true, import: 'default' });
const manifests = import.meta.glob<FlowManifest>('../../schemas/*/flow.json', { eager: true, import: 'default' });
const documents = import.meta.glob<CompiledScreen>(['../../schemas/*/*.json', '!../../schemas/*/flow.json'], {
  eager: true,
  query: '?screen',
  import: 'default',
});

/** Every flow that the folders hold. */
export const flows: readonly ShownFlow[] = Object.values(definitions).flatMap((definition) => {
  const manifest = manifests[`../../schemas/${definition.id}/flow.json`];
  if (!manifest) return [];
  const screens = Object.values(documents).filter((screen) => screen.flow === definition.id);
  return [
    {
      flow: { ...manifest, ...definition },
      screens: {
        ...standardScreens(definition.id, manifest),
        ...Object.fromEntries(screens.map((screen) => [screen.id, screen])),
      },
    },
  ];
});
