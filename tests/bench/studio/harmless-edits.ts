// Changes after which every path of the flow goes on as before. Almost none may be refused.
import { isSchema } from '#engine/document/schema.ts';
import { addField } from './breaking-edits.ts';
import type { Draft, Kind } from './edit.ts';
import { fieldsOf, hintsOf, longest, optionsOf, own, textsOf } from './fields.ts';

/** Words with a bound in them say the bound. */
const saysNumber = /\d|\{/;

export const harmless: Readonly<Record<string, Kind>> = {
  'another title': ({ document: { title } }) => [
    { change: `"${title}" is called "${title} and more"`, make: (copy) => void (copy.title = `${title} and more`) },
  ],
  'another description': () => [
    {
      change: 'another description',
      make: (copy) => void (copy.description = 'Ask your team lead if you are not sure.'),
    },
  ],
  'another title of a field': (screen) =>
    fieldsOf(screen)
      .filter(({ schema }) => typeof schema.title === 'string')
      .map(({ name, schema }) => ({
        change: `/${name} is called "${schema.title} (ours)"`,
        make: (copy) => void Object.assign(own(copy, name), { title: `${schema.title} (ours)` }),
      })),
  'another help': (screen) =>
    textsOf(screen)
      .filter(({ name }) => !saysNumber.test(screen.document.help?.[`/${name}`] ?? ''))
      .map(({ name }) => ({
        change: `another help of /${name}`,
        make: (copy) => void (copy.help = { ...copy.help, [`/${name}`]: 'Ask your team lead if you are not sure.' }),
      })),
  'another order': (screen) => {
    const order = screen.document.ui?.['ui:order'];
    const names = Array.isArray(order) ? order.filter((one) => one !== '*') : [];
    return names.length < 2
      ? []
      : [
          {
            change: `${String(names[0])} and ${String(names[1])} change places`,
            make: (copy) =>
              void Object.assign(copy.ui ?? {}, { 'ui:order': [names[1], names[0], ...(order as unknown[]).slice(2)] }),
          },
        ];
  },
  'a new optional field': (screen) =>
    !screen.keepsCustom || screen.document.schema?.properties === undefined
      ? []
      : (
          [
            ['a text', { type: 'string', title: 'Cost centre', maxLength: 50 }],
            ['a whole number', { type: 'integer', title: 'Floor', minimum: 0, maximum: 100 }],
            ['yes or no', { type: 'boolean', title: 'Reviewed', default: false }],
            [
              'a choice',
              {
                type: 'string',
                title: 'Tier',
                oneOf: [
                  { const: 'A', title: 'First' },
                  { const: 'B', title: 'Second' },
                ],
              },
            ],
          ] as const
        ).map(([what, schema]) => ({
          change: `a new field: ${what}`,
          make: (copy: Draft) => addField(copy, 'ownNote', structuredClone(schema) as never),
        })),
  // Twice as long as anything that is entered, round, and said by nothing.
  'a lower bound of length': (screen) =>
    textsOf(screen).flatMap((field) => {
      const { name, schema } = field;
      const { maxLength = 0, minLength = 0, pattern, format } = schema;
      const bound = Math.ceil(maxLength / 20) * 10;
      const isSaid = [
        screen.document.help?.[`/${name}`],
        ...Object.values(screen.document.messages?.[`/${name}`] ?? {}),
      ]
        .join(' ')
        .match(saysNumber);
      const isFree = pattern === undefined && format === undefined && isSaid === null && schema.writeOnly !== true;
      return !isFree || bound >= maxLength || bound < 100 || bound <= minLength || bound < 2 * longest(field)
        ? []
        : [
            {
              change: `/${name}: maxLength ${bound} instead of ${maxLength}`,
              make: (copy: Draft) => void Object.assign(own(copy, name), { maxLength: bound }),
            },
          ];
    }),
  'a reworded message': ({ document: { messages = {} } }) =>
    Object.entries(messages).flatMap(([pointer, held]) =>
      Object.entries(held)
        .filter(([, words]) => !saysNumber.test(words))
        .map(([rule]) => ({
          change: `another message of ${pointer} ${rule}`,
          make: (copy: Draft) =>
            void (copy.messages = { ...messages, [pointer]: { ...held, [rule]: 'This does not fit here' } }),
        })),
    ),
  'another title of an option': (screen) =>
    fieldsOf(screen).flatMap(({ name, schema }) =>
      optionsOf(schema).flatMap(({ title }, index) =>
        title === undefined
          ? []
          : [
              {
                change: `/${name}: the option "${title}" is called "Our ${title}"`,
                make(copy: Draft) {
                  const { oneOf, anyOf } = own(copy, name);
                  Object.assign(((oneOf ?? anyOf) as object[])[index] ?? {}, { title: `Our ${title}` });
                },
              },
            ],
      ),
    ),
  'a placeholder': (screen) =>
    textsOf(screen)
      .filter(({ name }) => !['hidden', 'options'].includes(String(hintsOf(screen.document, name)['ui:widget'])))
      .map(({ name }) => ({
        change: `/${name} has another placeholder`,
        make: (copy) =>
          void (copy.ui = { ...copy.ui, [name]: { ...hintsOf(copy, name), 'ui:placeholder': 'As in the contract' } }),
      })),
  'another title of a section': ({ document: { sections = [] } }) =>
    sections.map(({ title }, index) => ({
      change: `the section "${title}" is called "${title} first"`,
      make: (copy) => void Object.assign(copy.sections?.[index] ?? {}, { title: `${title} first` }),
    })),
  'another text of a message': ({ document: { kind, text } }) =>
    kind !== 'message' || text === undefined || isSchema(text)
      ? []
      : [{ change: 'one more sentence', make: (copy) => void (copy.text = `${text} Ask your team lead.`) }],
  'other words of the primary button': ({ document: { submit } }) =>
    typeof submit !== 'string'
      ? []
      : [{ change: `"${submit}" says "${submit} now"`, make: (copy) => void (copy.submit = `${submit} now`) }],
  'a new example': ({ document: { examples } }) =>
    examples?.valid[0] === undefined
      ? []
      : [
          {
            change: 'the first valid example once more',
            make: (copy) => void copy.examples?.valid.push(structuredClone(examples.valid[0])),
          },
        ],
};
