import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const MODULE = '\0without-uris';
const sameData = fileURLToPath(new URL('same-data.ts', import.meta.url));

/**
 * Leaves two parts of rjsf out of the page. `fast-uri` (7 kB gzip): rjsf follows references to other documents with it,
 * and those of the screens are put in place when they are compiled (engine/document/schema.ts); a reference that slipped
 * through fails loudly. `fast-equals` (2 kB gzip): it compares maps, sets and cycles too, and schemas and answers have none.
 */
export function lighterRjsf(): Plugin {
  return {
    name: 'cairn-lighter-rjsf',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (source === 'fast-uri') return MODULE;
      return source.endsWith('/deepEquals.js') && importer.includes('/@rjsf/') ? sameData : null;
    },
    load: (id) =>
      id === MODULE
        ? 'const no = () => { throw new Error("a reference was left in a compiled screen"); }; export default { equal: no, resolve: no };'
        : null,
  };
}
