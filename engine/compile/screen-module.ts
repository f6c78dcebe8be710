import { fileURLToPath } from 'node:url';
import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import type { Ajv } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { ScreenDocument } from '../document/document.ts';
import { isNamedValue, type Schema } from '../document/schema.ts';
import { formatFunction } from '../vocabulary/format-names.ts';
import { vocabularyAjv } from './ajv.ts';
import { formSchemas } from './form-schemas.ts';
import { prepare } from './prepare.ts';
import { validationSchema } from './validation-schema.ts';

const REQUIRED_MODULE = /require\("([^"]+)"\)(?:\.(\w+)|\["([^"]+)"\])/g;

// A third of what AJV writes is this, once for every keyword. Strings of a document hold no line break here, so only
// code can look like it.
const COLLECT_ERROR = /if\(vErrors === null\)\{\nvErrors = \[(err\d+)\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g;

/** Where the generated code finds what it refers to. */
const modules: Record<string, { file: string | ((name: string) => string); rename(name: string): string }> = {
  'cairn/rules': { file: '../vocabulary/rules.ts', rename: (name) => name },
  'cairn/formats': {
    // The first page needs no other format, and the others bring two libraries.
    file: (name) => (name === 'email' ? '../vocabulary/email.ts' : '../vocabulary/formats.ts'),
    rename: formatFunction,
  },
  'cairn/runtime': { file: '../vocabulary/runtime.ts', rename: (name) => name },
  'ajv/dist/runtime/ucs2length': { file: '../vocabulary/runtime.ts', rename: () => 'characters' },
  'ajv/dist/runtime/equal': { file: '../vocabulary/runtime.ts', rename: () => 'equal' },
};

/**
 * A screen document as the source of an ES module whose default export is its `CompiledScreen`. No eval in it, and the
 * rules of the vocabulary are imported, not copied. Throws when the schema does not compile.
 */
export function screenModule(flow: string, id: string, given: ScreenDocument): string {
  const { names, code, screen } = writeScreen(flow, id, given);
  const imports = [...names].map(
    ([file, taken]) => `import { ${[...taken].join(', ')} } from ${JSON.stringify(pathOf(file))};`,
  );
  return [...imports, code, `export default ${screen};`, ''].join('\n');
}

/**
 * The same for a document that is known only at run time. The module imports nothing: its default export is a function that takes
 * the `screenRuntime` of the page and returns the `CompiledScreen`.
 */
export function runTimeScreenModule(flow: string, id: string, given: ScreenDocument): string {
  const { names, code, screen } = writeScreen(flow, id, given);
  const taken = [...names.values()].flatMap((some) => [...some]);
  return [`export default ({ ${taken.join(', ')} }) => {`, code, `return ${screen};`, '};', ''].join('\n');
}

interface WrittenScreen {
  /** What the code refers to, by file. */
  names: ReadonlyMap<string, ReadonlySet<string>>;
  /** The functions of its validators. */
  code: string;
  /** The expression that makes the `CompiledScreen`. */
  screen: string;
}

function writeScreen(flow: string, id: string, given: ScreenDocument): WrittenScreen {
  const ajv = vocabularyAjv({ standalone: true });
  const { schema, ...parts } = prepare(ajv, flow, id, given);
  const names = new Map<string, Set<string>>();
  const take = (file: string, name: string) => {
    names.set(file, (names.get(file) ?? new Set()).add(name));
    return name;
  };
  take('./compiled-screen.ts', 'compiledScreen');
  const compiled = schema === undefined ? undefined : validators(ajv, schema);
  const code = (compiled?.code ?? '').replace(
    REQUIRED_MODULE,
    (_, module: string, dotted?: string, quoted?: string) => {
      const found = modules[module];
      if (found === undefined) throw new Error(`the generated code of ${flow}/${id} needs "${module}"`);
      const name = dotted ?? quoted ?? '';
      return take(typeof found.file === 'string' ? found.file : found.file(name), found.rename(name));
    },
  );
  const entries = (compiled?.entries ?? []).map(({ key, name, value }) =>
    name === undefined
      ? `${JSON.stringify(key)}: ${take('./compiled-screen.ts', 'constant')}(${JSON.stringify(value)})`
      : `${JSON.stringify(key)}: ${name}`,
  );
  const screen = [
    'compiledScreen({',
    ...Object.entries(parts).map(([name, value]) => `  ${name}: ${JSON.stringify(value)},`),
    ...(schema === undefined ? [] : [`  root: ${JSON.stringify(hashForSchema(schema))},`]),
    `  validators: { ${entries.join(', ')} },`,
    '})',
  ].join('\n');
  return { names, code, screen };
}

interface Entry {
  key: string;
  /** The function in the code, or none for a plain constant. */
  name?: string;
  value?: unknown;
}

function validators(ajv: Ajv, schema: Schema): { code: string; entries: Entry[] } {
  const names: Record<string, string> = {};
  const entries: Entry[] = [];
  for (const [key, form] of formSchemas(schema)) {
    if (isNamedValue(form)) {
      entries.push({ key, value: form.const });
      continue;
    }
    const name = `check${entries.length}`;
    // rjsf asks a condition for yes or no, so its code collects no errors: that is how AJV writes what stands in an `if`.
    const whole = form === schema;
    ajv.addSchema(whole ? validationSchema(form) : { if: validationSchema(form), else: false }, name);
    names[name] = name;
    entries.push({ key, name });
  }
  const code = standaloneCode(ajv, names)
    .replace('"use strict";', '')
    .replace(/^export const /gm, 'const ')
    .replace(COLLECT_ERROR, '(vErrors ??= []).push($1);');
  return { code, entries };
}

function pathOf(file: string): string {
  return fileURLToPath(new URL(file, import.meta.url)).replaceAll('\\', '/');
}
