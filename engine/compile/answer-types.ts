import type { CompiledScreen } from '../document/document.ts';
import { isChoiceOfValues, isSchema, subschemas, type Schema } from '../document/schema.ts';
import type { ScreenLibrary } from './library.ts';

/** What the screens add to the interface `ScreenAnswers` of the engine, as TypeScript. */
export function answerTypes(library: ScreenLibrary): string {
  const screens = library.flows().flatMap((flow) => library.screens(flow).map((id) => library.get(flow, id)));
  const entries = screens.flatMap(entryOf);
  return `// Made by \`npm run generate:answers\` from the documents of the screens.

declare module '#engine/flow/flow.ts' {
  interface ScreenAnswers {
${entries.join('\n')}
  }
}

export {};
`;
}

function entryOf({ flow, id, document: { schema } }: CompiledScreen): string[] {
  return schema === undefined ? [] : [`  ${JSON.stringify(`${flow}/${id}`)}: ${objectType(schema)};`];
}

/** Several schemas may speak of one property: the first that says its type counts, as the others only narrow it. */
function objectType(schema: Schema): string {
  const properties = new Map<string, string>();
  for (const { schema: one, pointer } of subschemas(schema)) {
    if (pointer !== '') continue;
    for (const [name, property] of Object.entries(one.properties ?? {})) {
      const known = properties.get(name);
      if (known === undefined || known === 'unknown') properties.set(name, typeOf(property));
    }
  }
  const names = [...properties].toSorted(([a], [b]) => (a < b ? -1 : 1));
  if (names.length === 0) return 'Record<string, unknown>';
  return `{ ${names.map(([name, type]) => `${JSON.stringify(name)}?: ${type}`).join('; ')} }`;
}

function typeOf(schema: unknown): string {
  if (!isSchema(schema)) return 'unknown';
  const { enum: values, oneOf, anyOf } = schema;
  for (const choices of [oneOf, anyOf] as unknown[])
    if (isChoiceOfValues(choices)) return union(choices.map((choice) => literal(choice.const)));
  if (values !== undefined) return union(values.map(literal));
  const types = [schema.type ?? []].flat();
  return types.length === 0 ? 'unknown' : union(types.map((type) => ofType(type, schema)));
}

function ofType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${Array.isArray(schema.items) ? union(schema.items.map(typeOf)) : typeOf(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    default:
      return type;
  }
}

function literal(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(' | ');
}
