import type { FlowManifest } from '#engine/flow/flow.ts';
import { flowWords } from '../../words/flow-words.ts';

const manifests = import.meta.glob<FlowManifest>('../../../schemas/*/flow.json', { eager: true, import: 'default' });

/** The texts of all flows that no screen document has, by key. Before sign-in the console speaks English. */
export const textsOfFlows = flowWords(
  Object.entries(manifests)
    .filter(([, { presentation }]) => presentation !== 'page')
    .map(([path, manifest]) => [path.split('/').at(-2) ?? '', manifest] as const),
);
