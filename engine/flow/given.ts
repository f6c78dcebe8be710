import type { CompiledScreen, FieldError } from '../document/document.ts';
import type { Answers, Flow, FlowContext } from './flow.ts';

/**
 * What conditions and mappings point into: the answers by screen, and under `given` what the flow was opened with: `/given/deviceIds`.
 * No screen has that id.
 */
export function valuesOf({ answers, given }: Pick<FlowContext, 'answers' | 'given'>): Record<string, Answers> {
  return given === undefined ? answers : { ...answers, given };
}

/** The answers of a form without what its flow was given: no screen answers that. */
export function withoutGiven(data: Answers, given: Answers | undefined): Answers {
  if (given === undefined) return data;
  return Object.fromEntries(Object.entries(data).filter(([name]) => !Object.hasOwn(given, name)));
}

/** The data of a screen: its answers, and of what the flow was given that by which its conditions decide. */
export function withGiven(
  { document }: Pick<CompiledScreen, 'document'>,
  data: Answers,
  given: Answers | undefined,
): Answers {
  const names = (document.given ?? []).filter((name) => given?.[name] !== undefined);
  if (names.length === 0) return data;
  return { ...data, ...Object.fromEntries(names.map((name) => [name, given?.[name]])) };
}

/** Holds what a flow is opened or resumed with to its manifest. Throws at what is missing, wrong or not declared. */
export function checkGiven(
  { id, given, validateGiven }: Pick<Flow, 'id' | 'given' | 'validateGiven'>,
  values: unknown,
): void {
  if (given === undefined) {
    if (values !== undefined) throw new Error(`the flow "${id}" is given nothing: its manifest has no "given"`);
    return;
  }
  const [problem]: FieldError[] = validateGiven?.(values ?? {}) ?? [];
  if (problem !== undefined)
    throw new Error(`the flow "${id}" is given what its manifest refuses: ${problem.pointer} ${problem.message}`);
}

/**
 * What a stored draft was given. One that was stored while a screen still asked for it has it among the answers of that screen, and
 * the rest comes from who opens it now.
 */
export function givenOfDraft(
  { given: schema }: Pick<Flow, 'given'>,
  context: Pick<FlowContext, 'answers' | 'given'>,
  now: Answers = {},
): Answers | undefined {
  if (schema === undefined || context.given !== undefined) return context.given;
  const asked = Object.assign({}, ...Object.values(context.answers)) as Answers;
  const found = Object.keys(schema.properties ?? {}).map((name) => [name, asked[name] ?? now[name]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

/** The manifest’s first example of `given` values: the gallery and tests open the flow with it. Empty if there is none. */
export function givenExample({ given }: Pick<Flow, 'given'>): Answers {
  const [first] = Array.isArray(given?.examples) ? given.examples : [];
  return typeof first === 'object' && first !== null ? { ...first } : {};
}
