import type { LikeCall, SentCall, Sending, SentField } from '../flow/sends.ts';
import { askedFields, namedAnswers, unnamedFields, type Documents } from './asked-fields.ts';
import type { Pointer } from './document.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { dereferenced, isSchema, subschemas, type Schema, type Visit } from './schema.ts';

/** A field that a screen asks and no column of the entity knows: stored with the entity under its name. */
export interface CustomField {
  screen: string;
  name: string;
  /** `/<screen>/<name>` */
  answer: Pointer;
}

/** Whether a call of the manifest keeps fields that no rule sends. */
export function keepsCustomFields({ sends = {} }: Pick<Sending, 'sends'>): boolean {
  return Object.values(sends).some((call) => typeof call !== 'string' && 'custom' in call);
}

/** The fields of the flow's steps that no rule sends and `unsent` does not list; none unless a call declares `custom`. */
export function customFieldsOf(manifest: Sending & { unsent?: unknown }, screens: Documents): CustomField[] {
  const { sends, stepper, unsent } = manifest;
  if (sends === undefined || !keepsCustomFields(manifest)) return [];
  const steps = stepper?.map(({ screen }) => screen) ?? Object.keys(screens);
  return unnamedFields(namedAnswers({ sends, unsent }), askedFields(screens)).flatMap((answer) => {
    const [screen = '', name = '', ...below] = segmentsOf(answer);
    const isOfPart = screens[screen]?.partFields?.includes(name) ?? false;
    return below.length > 0 || isOfPart || !steps.includes(screen) ? [] : [{ screen, name, answer }];
  });
}

/**
 * The manifest with a rule for each custom field, so that request, answers and pointers of refusals treat it like any other.
 * Emptied in EDIT it is sent as `null`: left out, the stored value would stay.
 */
export function withCustomFields<M extends Sending>(manifest: M, screens: Documents): M {
  return withCustomRules(manifest, customFieldsOf(manifest, screens));
}

/** The same for fields that are known. */
export function withCustomRules<M extends Sending>(manifest: M, fields: readonly CustomField[]): M {
  const { sends = {} } = manifest;
  if (fields.length === 0) return manifest;
  const expanded = Object.entries(sends).map(([call, own]) => [call, withRules(own, fields)] as const);
  return { ...manifest, sends: Object.fromEntries(expanded) };
}

function withRules(call: SentCall | LikeCall | string, fields: readonly CustomField[]): SentCall | LikeCall | string {
  if (typeof call === 'string' || 'like' in call || call.custom === undefined) return call;
  const { body, custom } = call;
  const rules = fields.map(({ name, answer }): [Pointer, SentField] => [
    custom + pointerOf([name]),
    { from: answer, emptied: null },
  ]);
  return { ...call, body: { ...body, ...Object.fromEntries(rules) } };
}

/** What of a field cannot be kept, and where the screen's document says it. */
export interface CustomProblem {
  screen: string;
  pointer: Pointer;
  message: string;
}

const secret =
  'a secret cannot be a custom field, since replies and exports show these; remove "writeOnly", or have a developer store it sealed';
const shape = 'a custom field holds a text, a number, yes or no, or a list of these';

/** Secrets, objects and tables cannot be custom fields, and two screens cannot ask for one name. */
export function customProblems(manifest: unknown, screens: Documents): CustomProblem[] {
  if (!isSchema(manifest) || !isSchema(manifest['sends'])) return [];
  const asked = new Map<string, string>();
  return customFieldsOf(manifest as Sending, screens).flatMap(({ screen, name }) => {
    const own = pointerOf([name]);
    const visits = [...subschemas(dereferenced(screens[screen]?.schema ?? {}))].filter(
      ({ pointer }) => pointer === own || pointer.startsWith(`${own}/`),
    );
    const [first] = visits;
    const problem = (visit: Visit | undefined, message: string, key = ''): CustomProblem[] =>
      visit === undefined ? [] : [{ screen, pointer: `/schema${visit.at}${key}`, message: `"${name}": ${message}` }];
    const other = asked.get(name);
    asked.set(name, screen);
    return [
      ...(other === undefined
        ? []
        : problem(first, `the screen "${other}" asks for a custom field of this name already`)),
      ...problem(
        visits.find(({ schema }) => schema.writeOnly === true),
        secret,
        '/writeOnly',
      ),
      ...problem(
        visits.find((visit) => !isKept(visit, own)),
        shape,
      ),
    ];
  });
}

function isKept({ pointer, schema }: Visit, own: Pointer): boolean {
  return holdsValue(schema) && (pointer === own || (pointer === `${own}/*` && schema.type !== 'array'));
}

function holdsValue({ type, properties }: Schema): boolean {
  return properties === undefined && type !== 'object' && !(Array.isArray(type) && type.includes('object'));
}
