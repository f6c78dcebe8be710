import { givenCheckOf } from '#engine/compile/library.ts';
import type { Flow, FlowDefinition, FlowManifest } from '#engine/flow/flow.ts';

const definitions = import.meta.glob<FlowDefinition>('../../machines/*/flow.ts', { eager: true, import: 'default' });
const manifests = import.meta.glob<FlowManifest>('../../schemas/*/flow.json', { eager: true, import: 'default' });

/** Every flow that the folders hold. */
export const allFlows: readonly Flow[] = Object.values(definitions).map((definition) => {
  const manifest = manifests[`../../schemas/${definition.id}/flow.json`];
  if (manifest === undefined) throw new Error(`schemas/${definition.id}/flow.json is missing`);
  return { ...manifest, ...definition, ...givenCheckOf(definition.id, manifest) };
});
