import type { RJSFSchema } from '@rjsf/utils';
import type { CompiledScreen, FieldError, Pointer } from '#engine/document/document.ts';
import { segmentsOf, valueAt } from '#engine/document/pointer.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { placeValue } from './place-value.ts';
import { precompiledValidator } from './precompiled-validator.ts';
import { Structure } from './structure.ts';
import { Subscriptions } from './subscriptions.ts';
import { tellingField } from './telling-field.ts';

/** Topics beside the pointers of fields. */
const DATA = 'data';
const ERRORS = 'errors';
const SHAPE = 'shape';
const errorAt = (pointer: Pointer) => `error:${pointer}`;

/** What stands on the form: the resolved schema and the data that its conditions were answered for. */
export interface Shape {
  schema: RJSFSchema;
  data: Answers;
}

/**
 * The answers of one form and what is wrong with them, outside React: a keystroke changes one value here and renders the
 * one field that listens to it. rjsf is asked again only when a field changed that a condition depends on.
 */
export class FormStore {
  readonly screen: CompiledScreen;
  readonly #structure: Structure;
  readonly #listeners = new Subscriptions();
  readonly #shown = new Set<Pointer>();
  readonly #refused = new Map<Pointer, string>();
  readonly #notes = new Map<Pointer, string>();
  #filling = false;
  #data: Answers;
  #shape: Shape;
  #reshaped = false;
  #live = false;
  #errors: readonly FieldError[] = [];

  constructor(screen: CompiledScreen, data: Answers) {
    const { schema } = screen.document;
    if (!schema) throw new Error(`screen "${screen.flow}/${screen.id}" has no schema`);
    this.screen = screen;
    this.#structure = new Structure(schema, precompiledValidator(screen));
    this.#data = data;
    this.#shape = this.#shapeOf(data);
  }

  /** Everything that was answered, hidden fields too. */
  get data(): Answers {
    return this.#data;
  }

  get shape(): Shape {
    return this.#shape;
  }

  /** Whether fields came or went since the form opened. */
  get reshaped(): boolean {
    return this.#reshaped;
  }

  /** The errors that the person is told of now. */
  get errors(): readonly FieldError[] {
    return this.#errors;
  }

  get structure(): Structure {
    return this.#structure;
  }

  valueAt(pointer: Pointer): unknown {
    return valueAt(this.#data, pointer);
  }

  errorAt(pointer: Pointer): string | undefined {
    return this.#errors.find((error) => error.pointer === pointer)?.message;
  }

  onValue = (pointer: Pointer, listener: () => void) => this.#listeners.subscribe(pointer, listener);
  onError = (pointer: Pointer, listener: () => void) => this.#listeners.subscribe(errorAt(pointer), listener);
  onErrors = (listener: () => void) => this.#listeners.subscribe(ERRORS, listener);
  onShape = (listener: () => void) => this.#listeners.subscribe(SHAPE, listener);
  onData = (listener: () => void) => this.#listeners.subscribe(DATA, listener);

  change(pointer: Pointer, value: unknown): void {
    if (valueAt(this.#data, pointer) === value) return;
    this.#data = placeValue(this.#data, pointer, value);
    this.#forget(this.#refused, pointer);
    this.#forget(this.#notes, pointer);
    if (this.#structure.dependsOn(pointer)) this.#reshape(true);
    this.#listeners.tellAround(pointer);
    if (this.#errors.length > 0 || this.#live) this.#tellErrors();
    this.#listeners.tell(DATA);
  }

  /** Answers a field by itself, as where there is only one choice: the person has said nothing by it. */
  fill(pointer: Pointer, value: unknown): void {
    this.#filling = true;
    try {
      this.change(pointer, value);
    } finally {
      this.#filling = false;
    }
  }

  /** Whether the change that is told now is no answer of the person. */
  get filling(): boolean {
    return this.#filling;
  }

  /** What a field says of what was typed into it; it stands until the field changes or the form is submitted. */
  note(pointer: Pointer, message: string): void {
    this.#notes.set(pointer, message);
    this.#tellErrors();
  }

  /** An item is taken out: what was told about later items no longer stands where it stood. */
  removeItem(pointer: Pointer, index: number): void {
    const items = this.valueAt(pointer);
    if (!Array.isArray(items)) return;
    this.#forget(this.#shown, pointer);
    this.change(pointer, items.toSpliced(index, 1));
  }

  /** The person has left the field: from now on it says what is wrong with it. */
  leave(pointer: Pointer): void {
    this.#shown.add(pointer);
    this.#tellErrors();
  }

  /** What is wrong with the whole form; every field says it from now on, as it changes. */
  checkAll(): readonly FieldError[] {
    this.#live = true;
    this.#refused.clear();
    this.#notes.clear();
    this.#tellErrors();
    return this.#errors;
  }

  /** What is wrong, each at the field that can say so, without telling anyone. */
  check(): FieldError[] {
    return this.screen
      .validate(this.visible())
      .map((error) => ({ ...error, pointer: tellingField(this.screen, error.pointer) }));
  }

  /** The server's refusals; each stands until its field changes. */
  refuse(fields: Record<Pointer, string>): void {
    for (const [pointer, message] of Object.entries(fields))
      this.#refused.set(tellingField(this.screen, pointer), message);
    this.#tellErrors();
  }

  /** Whether the field at the pointer, or the list that holds it, stands on the form for a person to see. */
  stands(pointer: Pointer): boolean {
    const [name = ''] = segmentsOf(pointer);
    const ui = this.screen.document.ui?.[name] as { 'ui:widget'?: string } | undefined;
    return this.#shape.schema.properties?.[name] !== undefined && ui?.['ui:widget'] !== 'hidden';
  }

  /** The answers of the fields that stand on the form: what is submitted. */
  visible(): Answers {
    return this.#structure.visible(this.#data);
  }

  /** Other answers in their place: the machine, not the person, changed them. */
  replace(data: Answers): void {
    this.#data = data;
    this.#reshape(false);
    this.#listeners.tellAround('');
    this.#tellErrors();
  }

  #reshape(fillDefaults: boolean): void {
    if (fillDefaults) {
      const filled = this.#structure.withDefaults(this.#data, this.#shape.schema);
      if (filled !== this.#data) {
        this.#data = filled;
        this.#listeners.tellAround('');
      }
    }
    const next = this.#shapeOf(this.#data);
    if (next.schema === this.#shape.schema && next.data === this.#shape.data) return;
    this.#shape = next;
    this.#reshaped = true;
    this.#listeners.tell(SHAPE);
  }

  #shapeOf(data: Answers): Shape {
    const visible = this.#structure.visible(data);
    return { schema: this.#structure.resolve(this.screen.document.schema as RJSFSchema, visible), data: visible };
  }

  #tellErrors(): void {
    const found = new Map(this.check().map((error) => [error.pointer, error]));
    const noted = [...this.#notes].map(([pointer, message]) => ({ pointer, keyword: 'noted', message }));
    const told = [...found.values()]
      .filter(({ pointer }) => (this.#live || this.#shown.has(pointer)) && !this.#notes.has(pointer))
      .concat(noted);
    const refused = [...this.#refused]
      .filter(([pointer]) => !told.some((error) => error.pointer === pointer))
      .map(([pointer, message]) => ({ pointer, keyword: 'refused', message }));
    const before = this.#errors;
    this.#errors = [...told, ...refused];
    const pointers = new Set([...before, ...this.#errors].map(({ pointer }) => pointer));
    let changed = false;
    for (const pointer of pointers) {
      if (before.find((error) => error.pointer === pointer)?.message === this.errorAt(pointer)) continue;
      changed = true;
      this.#listeners.tell(errorAt(pointer));
    }
    if (changed) this.#listeners.tell(ERRORS);
    else this.#errors = before;
  }

  #forget(places: Set<Pointer> | Map<Pointer, string>, pointer: Pointer): void {
    for (const place of places.keys()) {
      if (place === pointer || place.startsWith(`${pointer}/`)) places.delete(place);
    }
  }
}
