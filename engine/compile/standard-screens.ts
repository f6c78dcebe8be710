import type { CompiledScreen } from '../document/document.ts';
import { standardDocuments, type Named } from '../document/standard-documents.ts';
import { shortHash } from '../flow/short-hash.ts';
import { compiledScreen } from './compiled-screen.ts';

/** The standard screens of a flow, which have no schema to be compiled. */
export function standardScreens(flow: string, manifest: Named): Record<string, CompiledScreen> {
  return Object.fromEntries(
    Object.entries(standardDocuments(manifest)).map(([id, document]) => [
      id,
      compiledScreen({
        flow,
        id,
        version: shortHash(JSON.stringify(document)),
        document,
        order: [],
        defaults: {},
        secrets: [],
        validators: {},
      }),
    ]),
  );
}
