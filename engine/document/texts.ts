import type { Pointer, ScreenDocument } from './document.ts';
import { pointerOf, segmentsOf, valueAt } from './pointer.ts';
import { isSchema, subschemas } from './schema.ts';

/** What a text is to the person who reads it. */
export type TextKind = 'label' | 'description' | 'help' | 'placeholder' | 'choice' | 'message' | 'button';

/** A text of a screen that a person can see, and where the document has it. */
export interface DocumentText {
  pointer: Pointer;
  kind: TextKind;
  text: string;
}

type Place = Omit<DocumentText, 'text'>;

/** Every text of a screen that a person can see, in the order in which translators read them. Its schema has no `$ref`. */
export function textsOf(document: ScreenDocument): DocumentText[] {
  return places(document).flatMap((place) => {
    const text = valueAt(document, place.pointer);
    return typeof text === 'string' && text.trim() !== '' ? [{ ...place, text }] : [];
  });
}

/** The document with what `say` says in place of each text. Nothing else of it changes. */
export function withTexts(document: ScreenDocument, say: (text: DocumentText) => string): ScreenDocument {
  const said = structuredClone(document);
  for (const text of textsOf(document)) {
    const segments = segmentsOf(text.pointer);
    const holder = valueAt(said, pointerOf(segments.slice(0, -1))) as Record<string, unknown>;
    holder[segments.at(-1) ?? ''] = say(text);
  }
  return said;
}

function places(document: ScreenDocument): Place[] {
  const { schema, ui, sections = [], presets = [], actions = [] } = document;
  const found: Place[] = [
    { pointer: '/title', kind: 'label' },
    { pointer: '/step', kind: 'label' },
    { pointer: '/description', kind: 'description' },
    { pointer: '/text', kind: 'description' },
    ...each(document, ['stages'], 'label'),
    ...sections.flatMap((_, index) => titled(['sections', index])),
    ...presets.flatMap((_, index) => titled(['presets', index])),
    ...schemaPlaces(schema, '/schema', hiddenIn(ui)),
    ...uiPlaces(ui, '/ui'),
    ...each(document, ['help'], 'help'),
    ...Object.keys(document.messages ?? {}).flatMap((pointer) => each(document, ['messages', pointer], 'message')),
    ...optionPlaces(document.rows, '/rows'),
    { pointer: '/submit', kind: 'button' },
    ...each(document, ['submit'], 'button'),
    { pointer: '/test/label', kind: 'button' },
    { pointer: '/test/passed', kind: 'description' },
    { pointer: '/failed', kind: 'message' },
    ...actions.map((_, index) => ({ pointer: pointerOf(['actions', index, 'label']), kind: 'button' as const })),
  ];
  return found;
}

function titled(at: readonly (string | number)[]): Place[] {
  return [
    { pointer: pointerOf([...at, 'title']), kind: 'label' },
    { pointer: pointerOf([...at, 'description']), kind: 'description' },
  ];
}

/** A place for each member of the object there. */
function each(document: object, at: readonly string[], kind: TextKind): Place[] {
  const held = valueAt(document, pointerOf(at));
  return isSchema(held) ? Object.keys(held).map((name) => ({ pointer: pointerOf([...at, name]), kind })) : [];
}

/** Fields that are kept in the data and not shown. */
function hiddenIn(ui: ScreenDocument['ui']): ReadonlySet<string> {
  const hidden = Object.entries(ui ?? {}).filter(([, hints]) => isSchema(hints) && hints['ui:widget'] === 'hidden');
  return new Set(hidden.map(([name]) => name));
}

function schemaPlaces(schema: unknown, at: Pointer, hidden: ReadonlySet<string> = new Set()): Place[] {
  return [...subschemas(schema)].flatMap(({ schema: one, at: below, pointer }): Place[] => {
    const [field] = segmentsOf(pointer);
    if (field !== undefined && hidden.has(field)) return [];
    // The whole has the title and the description of the document.
    if (below === '') return [];
    return [
      { pointer: `${at}${below}/title`, kind: 'const' in one ? 'choice' : 'label' },
      { pointer: `${at}${below}/description`, kind: 'description' },
    ];
  });
}

const hintKinds: Readonly<Record<string, TextKind>> = {
  'ui:title': 'label',
  'ui:description': 'description',
  'ui:help': 'help',
  'ui:placeholder': 'placeholder',
};

function uiPlaces(ui: unknown, at: Pointer): Place[] {
  if (!isSchema(ui)) return [];
  return Object.entries(ui).flatMap(([key, held]): Place[] => {
    const pointer = at + pointerOf([key]);
    const kind = hintKinds[key];
    if (kind !== undefined) return [{ pointer, kind }];
    if (key === 'ui:enumNames' && Array.isArray(held))
      return held.map((_, index) => ({ pointer: `${pointer}/${index}`, kind: 'choice' as const }));
    if (key === 'ui:options') return optionPlaces(held, pointer);
    return key.startsWith('ui:') ? [] : uiPlaces(held, pointer);
  });
}

const optionKinds: Readonly<Record<string, TextKind>> = {
  addLabel: 'button',
  emptyText: 'description',
  empty: 'description',
  treeTitle: 'label',
  suffix: 'label',
  failed: 'message',
};

/** The texts in the options of a widget, of a table or of the rows that a job found. */
function optionPlaces(options: unknown, at: Pointer): Place[] {
  if (!isSchema(options)) return [];
  const list = (name: string) => (Array.isArray(options[name]) ? (options[name] as unknown[]) : []);
  return [
    ...Object.entries(optionKinds).flatMap(([name, kind]) => ({ pointer: `${at}/${name}`, kind })),
    ...schemaPlaces(options['item'], `${at}/item`),
    ...['columns', 'filters', 'flags'].flatMap((name) =>
      list(name).map((_, index) => ({ pointer: `${at}/${name}/${index}/title`, kind: 'label' as const })),
    ),
    ...list('columns').flatMap((column, index) =>
      isSchema(column) ? sentencePlaces(column['template'], `${at}/columns/${index}/template`) : [],
    ),
    ...sentencePlaces(options['sentence'], `${at}/sentence`),
    ...list('roots').map((_, index) => ({ pointer: `${at}/roots/${index}/label`, kind: 'choice' as const })),
    ...each(options, ['itemTitle'], 'label').map((place) => ({ ...place, pointer: at + place.pointer })),
    ...each(options, ['editor', 'required'], 'message').map((place) => ({ ...place, pointer: at + place.pointer })),
  ];
}

function sentencePlaces(template: unknown, at: Pointer): Place[] {
  if (typeof template === 'string') return [{ pointer: at, kind: 'description' }];
  if (!isSchema(template)) return [];
  const of = isSchema(template['of']) ? Object.keys(template['of']) : [];
  return [...of.map((name) => `${at}/of${pointerOf([name])}`), `${at}/end`].map((pointer) => ({
    pointer,
    kind: 'description' as const,
  }));
}
