import type { Plugin } from 'vite';

const MODULE = '\0without-uris';

/**
 * Leaves `fast-uri` (7 kB gzip) out of the page: rjsf follows references to other documents with it, and those of the
 * screens are put in place when they are compiled (engine/document/schema.ts). A reference that slipped through fails loudly.
 */
export function withoutUris(): Plugin {
  return {
    name: 'cairn-without-uris',
    enforce: 'pre',
    resolveId: (source) => (source === 'fast-uri' ? MODULE : null),
    load: (id) =>
      id === MODULE
        ? 'const no = () => { throw new Error("a reference was left in a compiled screen"); }; export default { equal: no, resolve: no };'
        : null,
  };
}
