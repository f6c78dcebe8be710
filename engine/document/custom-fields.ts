import type { CustomField, LikeCall, SentCall, Sending } from '../flow/sends.ts';
import { askedFields, namedAnswers, unnamedFields, type Documents } from './asked-fields.ts';
import type { Pointer } from './document.ts';
import { pointerOf, segmentsOf } from './pointer.ts';
import { dereferenced, isSchema, subschemas, type Schema, type Visit } from './schema.ts';

/** Whether a call of the manifest keeps fields that no rule sends. */
export function keepsCustomFields({ sends = {} }: Pick<Sending, 'sends'>): boolean {
  return Object.values(sends).some(keeps);
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

/** The manifest with its custom fields, so that request, answers and pointers of refusals treat them like any other. */
export function withCustomFields<M extends Sending>(manifest: M, screens: Documents): M {
  return withKnownFields(manifest, customFieldsOf(manifest, screens));
}

/** The same for fields that are known. */
export function withKnownFields<M extends Sending>(manifest: M, fields: readonly CustomField[]): M {
  const { sends } = manifest;
  if (sends === undefined || !keepsCustomFields(manifest)) return manifest;
  const listed = Object.entries(sends).map(
    ([call, own]) => [call, keeps(own) ? { ...own, customFields: [...fields] } : own] as const,
  );
  return { ...manifest, sends: Object.fromEntries(listed) };
}

/** Lists the custom fields of these screens in place of those that were listed before. */
export function takeCustomFields(manifest: Sending, screens: Documents): void {
  const lists = Object.values(manifest.sends ?? {}).flatMap((call) =>
    keeps(call) ? [(call.customFields ??= [])] : [],
  );
  for (const list of lists) list.length = 0;
  const fields = customFieldsOf(manifest, screens);
  for (const list of lists) list.push(...fields);
}

/** The manifest as an author writes it. */
export function withoutCustomFields<M extends Sending>(manifest: M): M {
  const { sends } = manifest;
  if (sends === undefined) return manifest;
  const written = Object.entries(sends).map(([call, own]) => {
    if (!keeps(own)) return [call, own] as const;
    const { customFields: _, ...rest } = own;
    return [call, rest] as const;
  });
  return { ...manifest, sends: Object.fromEntries(written) };
}

function keeps(call: SentCall | LikeCall | string): call is SentCall & { custom: Pointer } {
  return typeof call !== 'string' && 'custom' in call;
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
