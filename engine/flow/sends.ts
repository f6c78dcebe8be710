import type { Pointer } from '../document/document.ts';
import { pointerOf } from '../document/pointer.ts';
import type { FlowStep } from './steps.ts';

/** One field of a request: the answer that it comes from, by `/<screen>/<field>`; in a row, by `/<field>` of the row. */
export interface SentField {
  from: Pointer;
  /** A conversion of `conversions.ts`. */
  as?: string;
  /** The answer that holds the zone of a date and time. */
  zone?: Pointer;
  /** Names of the parts that a conversion splits the answer into; they are put at the field's own pointer. */
  into?: readonly string[];
  /** What is sent for each answer; for any other answer nothing is. */
  values?: Readonly<Record<string, unknown>>;
  /** The fields of each row of a list, by pointer in the row. */
  rows?: Readonly<Record<Pointer, Sent>>;
  /** What each row of the screen holds of other answers, and no row sends: answers by pointer of the row. */
  shares?: Readonly<Record<Pointer, Pointer>>;
  /** Of a list of plain values: where each stands in the row that is sent for it. */
  item?: Pointer;
  /** What each row has besides. */
  fixed?: Readonly<Record<Pointer, unknown>>;
  /**
   * The rules of a field that say so make one list together, in their order. A stored row belongs to the first of them that can have
   * sent it: it has what is `fixed`, a value for each pointer, and where the screen offers choices one of these.
   */
  adds?: boolean;
  /** Answers and the values that they must have; otherwise the field counts as empty. */
  when?: FlowStep['when'];
  /** Sent in EDIT when the answer is empty: left out, the stored value would stay. */
  emptied?: unknown;
  /** Sent when the answer is empty, in every mode. */
  otherwise?: unknown;
}

export type Sent = Pointer | SentField;

/** A value that an answer has when it is read from a stored entity and no field says it. The first that holds counts. */
export interface Inferred {
  is: unknown;
  /** A pointer of the stored entity at which something must stand. */
  given?: Pointer;
  when?: FlowStep['when'];
}

/** A field that a screen asks and no column of the entity knows: stored with the entity under its name. */
export interface CustomField {
  screen: string;
  name: string;
  /** `/<screen>/<name>` */
  answer: Pointer;
}

export interface SentCall {
  /** By pointer of the request. Of several rules for one field, the first that gives a value counts. */
  body: Readonly<Record<Pointer, Sent | readonly Sent[]>>;
  /**
   * The pointer of the request that holds, by name, every field that no rule sends and `unsent` does not list: `customFields`.
   */
  custom?: Pointer;
  /**
   * The fields that it holds: listed by the build (`withCustomFields`), never by an author. `takeCustomFields` replaces the entries when
   * screens are published; machine and views hold the same array.
   */
  customFields?: CustomField[];
  /** What every request has besides, and no answer says. */
  fixed?: Readonly<Record<Pointer, unknown>>;
  /** Fields that are read from the stored entity and never sent: answers by pointer of the entity. */
  reads?: Readonly<Record<Pointer, Pointer>>;
  /** Answers that no field holds, by `/<screen>/<field>`. */
  inferred?: Readonly<Record<Pointer, readonly Inferred[]>>;
}

/** The body of another call with its pointers moved: the longest that fits counts, `""` being the whole body. */
export interface LikeCall {
  like: string;
  moved: Readonly<Record<Pointer, Pointer>>;
}

/** By call; the name of another call stands for the same body. */
export type Sends = Readonly<Record<string, SentCall | LikeCall | string>>;

/** What of a manifest says which request the answers make. */
export interface Sending {
  stepper?: readonly FlowStep[];
  sends?: Sends;
  /** The values that the screens offer, by `/<screen>/<field>` with items as `*`, for rules that add. */
  choices?: Choices;
}

export type Choices = Readonly<Record<Pointer, readonly unknown[]>>;

/** The mapping of a call. Throws when the manifest has none: a flow that sends nothing does not ask. */
export function mappingOf(manifest: Sending, call: string): SentCall {
  const { sends = {} } = manifest;
  const own = sends[call];
  if (typeof own === 'object')
    return 'like' in own ? movedCall(mappingOf(manifest, own.like), own.moved) : withRules(own);
  if (own === undefined) {
    throw new Error(`the manifest does not say what "${call}" sends; it knows ${Object.keys(sends).join(', ')}`);
  }
  return mappingOf(manifest, own);
}

/** With a rule for each custom field. Emptied in EDIT it is sent as `null`: left out, the stored value would stay. */
function withRules(call: SentCall): SentCall {
  const { body, custom, customFields = [] } = call;
  if (custom === undefined || customFields.length === 0) return call;
  const rules = customFields.map(({ name, answer }): [Pointer, SentField] => [
    custom + pointerOf([name]),
    { from: answer, emptied: null },
  ]);
  return { ...call, body: { ...body, ...Object.fromEntries(rules) } };
}

function movedCall({ body, fixed = {}, reads = {}, inferred = {} }: SentCall, moved: LikeCall['moved']): SentCall {
  const starts = Object.keys(moved).toSorted((a, b) => b.length - a.length);
  const at = (pointer: Pointer) => {
    const start = starts.find((own) => own === '' || pointer === own || pointer.startsWith(`${own}/`));
    return start === undefined ? pointer : (moved[start] ?? '') + pointer.slice(start.length);
  };
  const keys = <Value>(held: Readonly<Record<Pointer, Value>>) =>
    Object.fromEntries(Object.entries(held).map(([pointer, value]) => [at(pointer), value]));
  const choices = Object.entries(inferred).map(([answer, all]) => [
    answer,
    all.map((one) => (one.given === undefined ? one : { ...one, given: at(one.given) })),
  ]);
  return { body: keys(body), fixed: keys(fixed), reads: keys(reads), inferred: Object.fromEntries(choices) };
}

/** The answers, by `/<screen>/<field>`, that a call keeps as custom fields, by where the request holds them. */
export function customAnswers(manifest: Sending, call: string): ReadonlyMap<Pointer, Pointer> {
  const { custom, body } = mappingOf(manifest, call);
  const rules = Object.entries(body).filter(([at]) => custom !== undefined && at.startsWith(`${custom}/`));
  return new Map(rules.flatMap(([at, sent]) => rulesOf(sent).map(({ from }) => [at, from] as const)));
}

/** The rules of one field of a body, in order. */
export function rulesOf(sent: Sent | readonly Sent[]): SentField[] {
  const rules: readonly Sent[] = isList(sent) ? sent : [sent];
  return rules.map((rule) => (typeof rule === 'string' ? { from: rule } : rule));
}

function isList(sent: Sent | readonly Sent[]): sent is readonly Sent[] {
  return Array.isArray(sent);
}
