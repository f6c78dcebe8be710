import { choiceProblems } from './choice-problems.ts';
import { conditionProblems } from './condition-problems.ts';
import { didYouMean, nearestTo } from './did-you-mean.ts';
import type { Pointer, RowsDocument, ScreenDocument } from './document.ts';
import { exampleProblems } from './example-problems.ts';
import { flagChoices, flagsOf } from './flags.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { messageProblems } from './message-problems.ts';
import type { Problem } from './problem.ts';
import { givenProblems, withGivenDocument } from './given-problems.ts';
import { sendsProblems } from './sends-problems.ts';
import { widgetProblems } from './widget-problems.ts';
import { translationProblems } from './translations.ts';
import { dereferenced, fieldOrder, isSchema, subschemas, type Schema } from './schema.ts';

/** What a screen document of the right shape still says wrong about itself. */
export function screenProblems(document: ScreenDocument): Problem[] {
  const { schema } = document;
  if (schema === undefined)
    return [
      ...kindProblems(document),
      ...rowsProblems(document),
      ...withoutSchema(document),
      ...translationProblems(document),
    ];
  let resolved: Schema;
  try {
    resolved = dereferenced(schema);
  } catch (error) {
    return [{ pointer: '/schema', message: error instanceof Error ? error.message : String(error) }];
  }
  const misspelled = misspelledProperties(document);
  if (misspelled.length > 0) return misspelled;
  const known = knownPointers(resolved);
  return [
    ...kindProblems(document),
    ...rowsProblems(document),
    ...schemaProblems(schema),
    ...choiceProblems(resolved),
    ...conditionProblems(resolved),
    ...widgetProblems(document.ui, resolved),
    ...pointerProblems(document, known),
    ...messageProblems(document, resolved),
    ...uiProblems(document.ui, '', '/ui', known),
    ...flagProblems(document, resolved),
    ...orderProblems(document),
    ...exampleProblems(document),
    ...translationProblems(document),
  ];
}

/** Properties that nothing else names, where the rest of the document names another word that is nearly theirs. */
function misspelledProperties({ schema = {}, ui, sections = [], examples }: ScreenDocument): Problem[] {
  const names = fieldOrder({ title: '', schema });
  const order = Array.isArray(ui?.['ui:order']) ? ui['ui:order'].map(String) : [];
  const used = new Set([...(schema.required ?? []), ...order, ...sections.flatMap(({ fields }) => fields)]);
  const answered = new Set((examples?.valid ?? []).flatMap((example) => Object.keys(example as object)));
  const unused = names.filter((name) => !used.has(name) && !answered.has(name));
  return [...used].flatMap((name) => {
    const meant = names.includes(name) || !answered.has(name) ? undefined : nearestTo(name, unused);
    if (meant === undefined) return [];
    const message = `nothing else names "${meant}"; did you mean "${name}"?`;
    return [{ pointer: `/schema/properties${pointerOf([meant])}`, message }];
  });
}

/** Fields by screen that a machine or a call needs must be fields of that screen. */
export function manifestProblems(manifest: unknown, documents: Readonly<Record<string, ScreenDocument>>): Problem[] {
  const screens = withGivenDocument(manifest, documents);
  const needs = isSchema(manifest) && isSchema(manifest['needs']) ? manifest['needs'] : {};
  const steps = isSchema(manifest) && Array.isArray(manifest['stepper']) ? (manifest['stepper'] as unknown[]) : [];
  const asked = Object.entries(needs).flatMap(([screen, pointers]) =>
    Array.isArray(pointers) ? fieldProblems(screens, screen, pointers.map(String), pointerOf(['needs', screen])) : [],
  );
  const { namedBy, organization } = isSchema(manifest) ? (manifest as Record<string, unknown>) : {};
  return [
    ...givenProblems(manifest, documents),
    ...asked,
    ...steps.flatMap((step, index) => stepProblems(screens, step, pointerOf(['stepper', index]))),
    ...(typeof namedBy === 'string' ? answerProblems(screens, namedBy, '/namedBy') : []),
    ...(typeof organization === 'string' ? answerProblems(screens, organization, '/organization') : []),
    ...sendsProblems(manifest, screens),
  ];
}

type Documents = Readonly<Record<string, ScreenDocument>>;

/** A step is a screen, and what it depends on are fields of screens. */
function stepProblems(screens: Documents, step: unknown, at: Pointer): Problem[] {
  if (!isSchema(step)) return [];
  const own = fieldProblems(screens, String(step['screen']), [], `${at}/screen`);
  const when = isSchema(step['when']) ? Object.keys(step['when']) : [];
  return [...own, ...when.flatMap((pointer) => answerProblems(screens, pointer, at + pointerOf(['when', pointer])))];
}

/** An answer by `/<screen>/<field>`. */
function answerProblems(screens: Documents, answer: Pointer, at: Pointer): Problem[] {
  const [screen = '', ...field] = segmentsOf(answer);
  return fieldProblems(screens, screen, [pointerOf(field)], at).map((problem) => ({ ...problem, pointer: at }));
}

function fieldProblems(screens: Documents, screen: string, pointers: readonly Pointer[], at: Pointer): Problem[] {
  const document = screens[screen];
  if (document === undefined) {
    return [{ pointer: at, message: `there is no screen "${screen}"${didYouMean(screen, Object.keys(screens))}` }];
  }
  return listProblems(pointers, at, knownPointers(dereferenced(document.schema ?? {})));
}

function knownPointers(schema: Schema): Set<Pointer> {
  return new Set([...subschemas(schema)].map(({ pointer }) => pointer));
}

function kindProblems({ kind = 'form', schema, text }: ScreenDocument): Problem[] {
  if (kind === 'form' && schema === undefined) return [{ pointer: '', message: 'a form needs a "schema"' }];
  if (kind === 'message' && text === undefined) return [{ pointer: '', message: 'a message needs a "text"' }];
  if ((kind === 'summary' || kind === 'conflict' || kind === 'message') && schema !== undefined) {
    return [{ pointer: '/schema', message: `a ${kind} asks nothing: "schema" belongs to a form` }];
  }
  return [];
}

/** Tables of what a job found name columns that are there; forms have a field for them. */
function rowsProblems({ kind = 'form', rows, ui = {} }: ScreenDocument): Problem[] {
  const fields = Object.entries(ui).flatMap(([name, part]) =>
    isSchema(part) && part['ui:field'] === 'server-rows'
      ? [[pointerOf(['ui', name, 'ui:options']), part['ui:options']] as const]
      : [],
  );
  const tables = [...(rows === undefined ? [] : [['/rows', rows] as const]), ...fields];
  const misplaced =
    rows !== undefined && kind !== 'progress' && kind !== 'message'
      ? [
          {
            pointer: '/rows',
            message: `a ${kind} shows no rows of a job; a form has a field with "ui:field": "server-rows"`,
          },
        ]
      : [];
  return [...misplaced, ...tables.flatMap(([at, table]) => tableProblems(at, table))];
}

function tableProblems(at: Pointer, table: unknown): Problem[] {
  const {
    job,
    item,
    filter,
    selectable,
    sort,
    editable = [],
    hidden = [],
    below = {},
    editor,
    options,
    named: naming,
  } = (isSchema(table) ? table : {}) as Partial<RowsDocument>;
  const columns = Object.keys(item?.properties ?? {});
  if (job === undefined || columns.length === 0)
    return [{ pointer: at, message: 'a table of rows names its "job" and the properties of an "item"' }];
  if (selectable !== undefined && filter === undefined)
    return [{ pointer: at, message: '"selectable" names values of the column of "filter", which is missing' }];
  if (editor !== undefined && selectable === undefined)
    return [{ pointer: at, message: 'an "editor" works on the rows that "selectable" names' }];
  const { facts = [], single = [], required = {} } = editor ?? {};
  const edited = [...single, ...Object.keys(required), ...(options ? [options.column] : [])].filter(
    (name) => !editable.includes(name),
  );
  if (edited.length > 0)
    return [{ pointer: at, message: `"editable" does not name ${edited.map((name) => `"${name}"`).join(', ')}` }];
  const named = [...editable, ...hidden, ...Object.entries(below).flat(), ...facts];
  return [filter, sort?.replace(/^-/, ''), naming, ...named]
    .filter((name) => name !== undefined && !columns.includes(name))
    .map((name) => ({ pointer: at, message: `"${name}" is no column${didYouMean(name ?? '', columns)}` }));
}

function withoutSchema(document: ScreenDocument): Problem[] {
  const idle = (['ui', 'messages', 'locked', 'help', 'sections', 'presets', 'examples'] as const).filter(
    (key) => document[key] !== undefined,
  );
  return idle.map((key) => ({ pointer: `/${key}`, message: `"${key}" says nothing without a "schema"` }));
}

function schemaProblems(root: Schema): Problem[] {
  const problems: Problem[] = [];
  if (root.type !== 'object')
    problems.push({ pointer: '/schema', message: 'the schema of a screen has the type "object"' });
  for (const { schema, at } of subschemas(root)) {
    const here = `/schema${at}`;
    if (schema.if !== undefined && schema.then === undefined && schema.else === undefined) {
      problems.push({ pointer: `${here}/if`, message: '"if" without "then" or "else" does nothing' });
    }
    if (schema.format !== undefined && schema.type !== undefined && schema.type !== 'string') {
      problems.push({ pointer: `${here}/format`, message: '"format" speaks of text; a number has "wholeNumber"' });
    }
    if (schema.properties === undefined || schema.type !== 'object') continue;
    for (const [index, name] of (schema.required ?? []).entries()) {
      if (isNamedSomewhere(root, schema, name)) continue;
      const hint = didYouMean(name, Object.keys(schema.properties));
      problems.push({ pointer: `${here}/required/${index}`, message: `"${name}" is no property${hint}` });
    }
  }
  return problems;
}

/** A required property may be described by a branch of the same schema. */
function isNamedSomewhere(root: Schema, schema: Schema, name: string): boolean {
  const within = [...subschemas(dereferenced({ ...schema, definitions: root.definitions ?? {} }))];
  return within.some((visit) => visit.pointer === '' && visit.schema.properties?.[name] !== undefined);
}

function pointerProblems(document: ScreenDocument, known: ReadonlySet<Pointer>): Problem[] {
  const keyed = (['messages', 'help'] as const).flatMap((part) =>
    Object.keys(document[part] ?? {})
      .filter((pointer) => !known.has(pointer))
      .map((pointer) => ({ pointer: pointerOf([part, pointer]), message: namesNothing(pointer, known) })),
  );
  const locked = Object.entries(document.locked ?? {}).flatMap(([mode, pointers]) =>
    listProblems(pointers, pointerOf(['locked', mode]), known),
  );
  return [...keyed, ...locked];
}

function listProblems(pointers: readonly Pointer[], at: Pointer, known: ReadonlySet<Pointer>): Problem[] {
  return pointers.flatMap((pointer, index) =>
    known.has(pointer) ? [] : [{ pointer: `${at}/${index}`, message: namesNothing(pointer, known) }],
  );
}

function namesNothing(pointer: Pointer, known: ReadonlySet<Pointer>): string {
  return `"${pointer}" names no field${didYouMean(
    pointer,
    [...known].filter((one) => one !== ''),
  )}`;
}

/** Hints name fields as rjsf nests them: by property, and `items` for what an array holds. */
function uiProblems(ui: unknown, pointer: Pointer, at: Pointer, known: ReadonlySet<Pointer>): Problem[] {
  if (!isSchema(ui)) return [];
  return Object.entries(ui).flatMap(([key, hints]) => {
    if (key.startsWith('ui:')) return [];
    const here = at + pointerOf([key]);
    const named = pointer + pointerOf([key]);
    const target = known.has(named) ? named : key === 'items' ? `${pointer}/*` : named;
    if (!known.has(target)) return [{ pointer: here, message: namesNothing(target, known) }];
    return uiProblems(hints, target, here, known);
  });
}

/** A choice that several flags keep needs flags that exist, one of them its own, and may show none of the others. */
function flagProblems({ ui = {} }: ScreenDocument, schema: Schema): Problem[] {
  const flags = new Set(
    [...subschemas(schema)].filter((visit) => visit.schema.type === 'boolean').map(({ pointer }) => pointer),
  );
  return Object.entries(ui).flatMap(([name, part]) => {
    const choices = flagChoices(part);
    if (choices === undefined) return [];
    const at = pointerOf(['ui', name, 'ui:options', 'flags']);
    const own = pointerOf([name]);
    const written = flagsOf(choices);
    const shown = written.filter((flag) => {
      const other = ui[segmentsOf(flag)[0] ?? ''];
      return flag !== own && !(isSchema(other) && other['ui:widget'] === 'hidden');
    });
    return [
      ...written
        .filter((flag) => !flags.has(flag))
        .map((flag) => `"${flag}" is no flag${didYouMean(flag, [...flags])}`),
      ...(written.includes(own) ? [] : [`one of its choices turns "${own}" on`]),
      ...shown.filter((flag) => flags.has(flag)).map((flag) => `"${flag}" is chosen here: give it the widget "hidden"`),
    ].map((message) => ({ pointer: at, message }));
  });
}

function orderProblems(document: ScreenDocument): Problem[] {
  const names = fieldOrder({ title: '', ...(document.schema && { schema: document.schema }) });
  const unknown = (name: string, pointer: Pointer): Problem[] =>
    names.includes(name) || name === '*'
      ? []
      : [{ pointer, message: `"${name}" is no property${didYouMean(name, names)}` }];
  const asked = document.ui?.['ui:order'];
  const order = Array.isArray(asked) ? asked.map(String) : ['*'];
  const leftOut = order.includes('*') ? [] : names.filter((name) => !order.includes(name));
  const sectionOf = new Map<string, string>();
  const special = (document.sections ?? []).flatMap((section, index) => (section.special ? [index] : []));
  return [
    ...special.slice(1).map((index) => ({
      pointer: `/sections/${index}/special`,
      message: 'only one section may have `special`',
    })),
    ...(document.presets ?? []).flatMap(({ values }, index) =>
      Object.keys(values).flatMap((name) => unknown(name, `/presets/${index}/values${pointerOf([name])}`)),
    ),
    ...order.flatMap((name, index) => unknown(name, `/ui/ui:order/${index}`)),
    ...leftOut.map((name) => ({ pointer: '/ui/ui:order', message: `"${name}" is left out; name it or add "*"` })),
    ...(document.sections ?? []).flatMap((section, index) =>
      section.fields.flatMap((name, position) => {
        const pointer = `/sections/${index}/fields/${position}`;
        const earlier = sectionOf.get(name);
        sectionOf.set(name, section.title);
        if (earlier !== undefined) return [{ pointer, message: `"${name}" stands in "${earlier}" already` }];
        return unknown(name, pointer);
      }),
    ),
  ];
}
