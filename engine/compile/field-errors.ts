import type { FieldError, Pointer, ScreenDocument } from '../document/document.ts';
import { pointerOf, segmentsOf, valueAt, withoutIndexes } from '../document/pointer.ts';
import { defaultWords, fill } from '../vocabulary/words.ts';

/** An error as AJV's generated code reports it (`messages: false`). */
export interface RawError {
  keyword: string;
  instancePath: Pointer;
  schemaPath: string;
  params: Record<string, unknown>;
  propertyName?: string;
}

/** Which of several errors on one field a person reads: the first of these, then in the order of the schema. */
const FIRST = ['required', 'notBlank', 'wholeNumber', 'type', 'inFuture'];
/** What an empty text breaks is said as "Required". */
const BLANK = new Set(['minLength', 'format', 'pattern', 'notBlank', 'type', 'enum', 'oneOf', 'const', 'wholeNumber']);

/**
 * AJV's errors as people read them: one a field, in the document's words, in the order of the form's fields,
 * without the noise of `if`, `oneOf` and `anyOf`.
 */
export function fieldErrors(
  raw: readonly RawError[],
  data: unknown,
  messages: ScreenDocument['messages'],
  order: readonly string[],
): FieldError[] {
  const byPointer = new Map<Pointer, RawError>();
  for (const error of meaningful(raw).flatMap(onItsField)) {
    const known = byPointer.get(error.instancePath);
    if (known === undefined || rank(error) < rank(known)) byPointer.set(error.instancePath, error);
  }
  const place = (pointer: Pointer) => {
    const index = order.indexOf(segmentsOf(pointer)[0] ?? '');
    return index < 0 ? order.length : index;
  };
  return [...byPointer.values()]
    .map((error) => worded(error, data, messages))
    .sort((a, b) => place(a.pointer) - place(b.pointer));
}

function worded(error: RawError, data: unknown, messages: ScreenDocument['messages']): FieldError {
  const { instancePath: pointer, params } = error;
  const value = valueAt(data, pointer);
  const blank = BLANK.has(error.keyword) && (value === '' || value === null || value === undefined);
  const keyword = blank ? 'required' : error.keyword;
  const own = messages?.[withoutIndexes(pointer)] ?? {};
  const words =
    own[keyword] ?? (keyword === 'required' ? own['notBlank'] : keyword === 'notBlank' ? own['required'] : undefined);
  return { pointer, keyword, message: words === undefined ? defaultWords(keyword, params) : fill(words, params) };
}

/** A missing property is an error of that property, a duplicate one of its item. */
function onItsField(error: RawError): RawError[] {
  const { params, instancePath } = error;
  const below = (segment: string | number, rest = '') => ({
    ...error,
    instancePath: instancePath + pointerOf([segment]) + rest,
  });
  switch (error.keyword) {
    case 'required':
    case 'dependencies':
      return [{ ...below(String(params['missingProperty'])), keyword: 'required' }];
    case 'additionalProperties':
      return [below(String(params['additionalProperty']))];
    case 'uniqueBy': {
      const field = String(params['field']);
      return (params['duplicates'] as number[]).map((index) => below(index, field));
    }
    case 'uniqueItems':
      return [below(Math.max(Number(params['i']), Number(params['j'])))];
    default:
      return [error];
  }
}

function rank({ keyword }: RawError): number {
  const index = FIRST.indexOf(keyword);
  return index < 0 ? FIRST.length : index;
}

/**
 * Of a `oneOf` or `anyOf` only the branch that the data most likely means is told: branches that a constant rules out
 * are dropped, then the one with the fewest errors stays.
 */
function meaningful(raw: readonly RawError[]): RawError[] {
  let errors = raw.filter(({ keyword, propertyName }) => keyword !== 'if' && propertyName === undefined);
  for (const choice of raw.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')) {
    const inside = errors.filter((error) => error !== choice && within(error, choice));
    if (inside.length === 0) continue;
    const told = likeliestBranch(inside, choice);
    const single = told.every((error) => error.instancePath === choice.instancePath && error.keyword !== 'required');
    const kept = new Set(single ? [choice] : told);
    errors = errors.filter((error) => kept.has(error) || !(error === choice || inside.includes(error)));
  }
  return errors;
}

function within(error: RawError, choice: RawError): boolean {
  return error.schemaPath.startsWith(`${choice.schemaPath}/`) && error.instancePath.startsWith(choice.instancePath);
}

function likeliestBranch(inside: readonly RawError[], choice: RawError): RawError[] {
  const branches = new Map<string, RawError[]>();
  for (const error of inside) {
    const branch = error.schemaPath.slice(choice.schemaPath.length + 1).split('/')[0] ?? '';
    branches.set(branch, [...(branches.get(branch) ?? []), error]);
  }
  const all = [...branches.values()];
  const open = all.filter((errors) => !errors.some(({ keyword }) => keyword === 'const'));
  const [likeliest = []] = (open.length > 0 ? open : all).sort((a, b) => a.length - b.length);
  return likeliest;
}
