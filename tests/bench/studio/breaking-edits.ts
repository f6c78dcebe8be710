// Changes after which a flow can no longer do what it is for. Each must be refused.
import { isSchema, subschemas, type Schema } from '#engine/document/schema.ts';
import { valueAt } from '#engine/document/pointer.ts';
import type { Draft, Kind } from './edit.ts';
import { fieldsOf, longest, optionsOf, own, renamed, takeOut, textsOf } from './fields.ts';

export const breaking: Readonly<Record<string, Kind>> = {
  'a needed field is removed': (screen) =>
    fieldsOf(screen)
      .filter(({ name }) => screen.needs.includes(name))
      .map(({ name }) => ({ change: `/${name} is not asked`, make: (copy) => takeOut(copy, name) })),
  'a field that the call sends is renamed': (screen) =>
    fieldsOf(screen)
      .filter(({ name }) => screen.needs.includes(name))
      .map(({ name }) => ({
        change: `/${name} is called ${name}2`,
        make: (copy) => renamed(copy, name, `${name}2`),
      })),
  'a bound is narrower than what is entered': (screen) =>
    textsOf(screen)
      .filter((field) => longest(field) > 2)
      .map((field) => {
        const bound = longest(field) - 1;
        return {
          change: `/${field.name}: maxLength ${bound}`,
          make: (copy) => void Object.assign(own(copy, field.name), { maxLength: bound }),
        };
      }),
  'a bound is narrower than what its help says': (screen) =>
    textsOf(screen).flatMap(({ name, schema: { maxLength = 0 } }) =>
      (screen.document.help?.[`/${name}`] ?? '').includes(`t most ${maxLength} char`)
        ? [
            {
              change: `/${name}: maxLength ${maxLength / 2} instead of ${maxLength}`,
              make: (copy: Draft) => void Object.assign(own(copy, name), { maxLength: maxLength / 2 }),
            },
          ]
        : [],
    ),
  'a field has another type': (screen) =>
    fieldsOf(screen)
      .filter(({ schema, answered }) => typeof schema.type === 'string' && answered.length > 0)
      .map(({ name, schema }) => {
        const type = schema.type === 'string' ? 'integer' : 'string';
        return { change: `/${name} is of type ${type}`, make: (copy) => void Object.assign(own(copy, name), { type }) };
      }),
  'a condition never holds': (screen) =>
    branchesOf(screen.document).map(({ at, name, pointer }) => ({
      change: `the condition ${at} asks /${name} for "NEVER"`,
      make: (copy) => void Object.assign(valueAt(copy.schema, pointer) as object, { const: 'NEVER' }),
    })),
  'a branch is gone': (screen) =>
    branchesOf(screen.document).map(({ at, pointer }) => ({
      change: `nothing is asked where ${at} holds`,
      make(copy) {
        const holder = valueAt(copy.schema, pointer.slice(0, pointer.lastIndexOf('/if/'))) as Record<string, unknown>;
        holder['then'] = {};
      },
    })),
  'an option is lost': (screen) =>
    fieldsOf(screen).flatMap(({ name, schema, answered }) =>
      optionsOf(schema).flatMap(({ const: value }, index) =>
        answered.includes(value)
          ? [
              {
                change: `/${name} does not offer ${JSON.stringify(value)}`,
                make(copy: Draft) {
                  const field = own(copy, name);
                  const keyword = 'oneOf' in field ? 'oneOf' : 'anyOf';
                  field[keyword] = (field[keyword] as unknown[]).toSpliced(index, 1);
                },
              },
            ]
          : [],
      ),
    ),
  'a message says nothing': ({ document }) =>
    document.text === undefined || document.kind !== 'message'
      ? []
      : [{ change: 'the message has no text', make: (copy) => void delete copy.text }],
  'a bound is no longer said': (screen) =>
    textsOf(screen).flatMap(({ name, schema: { minLength = 0 } }) => {
      const pointer = `/${name}`;
      const { [pointer]: words, ...rest } = screen.document.messages ?? {};
      return minLength < 2 || words?.['minLength'] === undefined
        ? []
        : [
            {
              change: `nothing says that ${pointer} needs ${minLength} characters`,
              make(copy: Draft) {
                copy.messages = { ...rest };
                delete copy.help?.[pointer];
              },
            },
          ];
    }),
  'a button is lost': ({ document: { actions = [] } }) =>
    actions.map(({ label }, index) => ({
      change: `the button "${label}" is missing`,
      make: (copy) => void (copy.actions = copy.actions?.toSpliced(index, 1) ?? []),
    })),
  'a required field has no place': (screen) =>
    screen.document.schema?.properties === undefined
      ? []
      : [
          {
            change: 'a field that is not asked is required',
            make: ({ schema = {} }) => void (schema.required = [...(schema.required ?? []), 'reference']),
          },
        ],
  'a required field is hidden': (screen) =>
    screen.document.schema?.properties === undefined
      ? []
      : [
          {
            change: 'a required field is shown nowhere',
            make(copy) {
              addField(copy, 'reference', { type: 'string', title: 'Reference', minLength: 1 });
              copy.schema?.required?.push('reference');
              copy.ui = { ...copy.ui, reference: { 'ui:widget': 'hidden' } };
              // The examples know it, as somebody writes them who tries to pass.
              for (const one of copy.examples?.valid ?? []) Object.assign(one as object, { reference: 'R1' });
            },
          },
        ],
  'a pattern that nothing matches': (screen) =>
    textsOf(screen)
      .filter(({ isRequired }) => isRequired)
      .map(({ name }) => ({
        change: `/${name} matches [^\\s\\S]`,
        make: (copy) => void Object.assign(own(copy, name), { pattern: '^[^\\s\\S]$' }),
      })),
  'bounds that exclude each other': (screen) =>
    textsOf(screen).map(({ name, schema: { maxLength = 10 } }) => ({
      change: `/${name}: minLength ${maxLength + 1} and maxLength ${maxLength}`,
      make: (copy) => void Object.assign(own(copy, name), { minLength: maxLength + 1, maxLength }),
    })),
  'a pattern that takes very long': (screen) =>
    textsOf(screen).map(({ name }) => ({
      change: `/${name} matches ^(a+)+$`,
      make: (copy) => void Object.assign(own(copy, name), { pattern: '^(a+)+$' }),
    })),
  'a default that the field refuses': (screen) =>
    fieldsOf(screen)
      .filter(({ schema }) => optionsOf(schema).length > 0 && schema.type === 'string')
      .map(({ name }) => ({
        change: `/${name} begins as "NEVER"`,
        make: (copy) => void Object.assign(own(copy, name), { default: 'NEVER' }),
      })),
  'a secret is shown': (screen) =>
    fieldsOf(screen)
      .filter(({ schema }) => schema.writeOnly === true)
      .map(({ name }) => ({
        change: `/${name} is not writeOnly`,
        make: (copy) => void delete own(copy, name)['writeOnly'],
      })),
  'a word is misspelled': (screen) =>
    textsOf(screen)
      .filter(({ schema }) => schema.maxLength !== undefined)
      .map(({ name, schema }) => ({
        change: `/${name} has a maxLenght`,
        make(copy) {
          const field = own(copy, name);
          delete field['maxLength'];
          field['maxLenght'] = schema.maxLength;
        },
      })),
  'the text is cut': () => [
    {
      change: 'the last line is missing',
      make: (copy) => JSON.stringify(copy, undefined, 2).split('\n').slice(0, -1).join('\n'),
    },
  ],
};

/** Conditions on one value of one field, with `then` that asks fields. */
function branchesOf({ schema }: Draft): { at: string; name: string; pointer: string }[] {
  return [...subschemas(schema)].flatMap(({ schema: held, at }) => {
    const { if: condition, then } = held;
    if (!isSchema(condition) || !isSchema(then) || !asks(then)) return [];
    return Object.entries(condition.properties ?? {}).flatMap(([name, one]) =>
      isSchema(one) && typeof one['const'] === 'string'
        ? [{ at: `${at}/if`, name, pointer: `${at}/if/properties/${name}` }]
        : [],
    );
  });
}

function asks({ properties = {}, required = [] }: Schema): boolean {
  return required.length > 0 || Object.values(properties).some((one) => isSchema(one) && one.title !== undefined);
}

export function addField(copy: Draft, name: string, schema: Schema): void {
  if (copy.schema === undefined) return;
  copy.schema.properties = { ...copy.schema.properties, [name]: schema };
  copy.schema.required ??= [];
  const order = copy.ui?.['ui:order'];
  if (Array.isArray(order) && !order.includes('*')) order.push(name);
}
