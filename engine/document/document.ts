import type { JSONSchema7 } from 'json-schema';

/** A JSON pointer into the data of a screen: `/monitorName`, `/headers/0/name`. */
export type Pointer = string;

/** What a screen is: a form, a generated summary of the earlier screens, work under way, or a sentence with actions. */
export type ScreenKind = 'form' | 'summary' | 'conflict' | 'progress' | 'message';

/** A button that sends an event of the machine. */
export interface ScreenAction {
  event: string;
  label: string;
  variant?: 'primary' | 'default' | 'danger';
}

/** Rows that a job found and the server keeps: the screen shows the part in sight, as a table. */
export interface RowsDocument {
  /** The effect of the flow whose run found them. */
  job: string;
  /** The columns, in this order: title, named values (`oneOf`) and type of each. */
  item: JSONSchema7;
  /** The column by whose named values the table is filtered. */
  filter?: string;
  /** The column by which the rows are sorted unless a person chooses another, `-` before it for the other way round. */
  sort?: string;
  /**
   * Only rows with one of these values in the column of the filter can be selected; of a form alone. Rows with another of them
   * have the first as well.
   */
  selectable?: string[];
  /** Columns that a person may change for the rows that are selected; of a form alone. */
  editable?: string[];
  /** What stands in place of the table while there are no rows. */
  empty?: string;
  /** Properties of the item that are no columns of their own. */
  hidden?: string[];
  /** By column: the property that stands below its value in the same cell. */
  below?: Record<string, string>;
  /**
   * How the column of the filter is filtered, in place of its named values. A choice without a value finds every row; the one with
   * `first` is chosen at first.
   */
  filters?: { title: string; value?: string; first?: true }[];
  /**
   * Every selectable row is part of the answer until a person removes it, and a dialog edits one row or several; of a form alone.
   * Without it the person selects rows.
   */
  editor?: RowsEditor;
  /** The column that names a row to people; its key unless given. */
  named?: string;
  /** Height of the table in pixels; of what the window leaves unless given. */
  height?: number;
  /** A column of `editable` whose named values are the choices of an option source, as of a field with the widget `options`. */
  options?: { column: string; source: string; dependsOn?: string };
}

export interface RowsEditor {
  /** What the dialog shows of a single row, unchangeable. */
  facts: string[];
  /** Columns of `editable` that only one row at a time may be given. */
  single?: string[];
  /** Columns of `editable` that each row needs, and what a row without a value says. */
  required?: Record<string, string>;
}

/** A translated text and the English that it was made from. */
export interface Translation {
  from: string;
  text: string;
}

/** By language, then by the pointer of the text. */
export type Translations = Readonly<Record<string, Readonly<Record<Pointer, Translation>>>>;

/** One screen as its JSON document under `schemas/<flow>/<screen>.json` says it (DESIGN §4). Data alone. */
export interface ScreenDocument {
  /** For editors: `../../engine/document/screen.schema.json`. */
  $schema?: string;
  kind?: ScreenKind;
  title: string;
  /** What the stepper calls it; its title unless given. */
  step?: string;
  /**
   * The call that replies with the module of this screen for the subject of the flow, where the fields are known only at run time.
   * The document is then a sample of such a screen: tests and the gallery show it, a person never sees it.
   */
  compiledBy?: string;
  /** Names of the fields that the documents of its `parts` ask. Set by `withReferences`, never by an author. */
  partFields?: readonly string[];
  /** One sentence below the title. */
  description?: string;
  /** Draft-07, with the keywords and formats of the vocabulary. Absent for `progress`, `message` and `summary`. */
  schema?: JSONSchema7 & Record<string, unknown>;
  /** Properties of the schema that are no fields: the flow was given them (`given` of its manifest), and conditions decide by them. */
  given?: string[];
  ui?: Record<string, unknown>;
  /** Words by pointer (array indexes as `*`), then by keyword: `{ "/monitorName": { "required": "Required" } }`. */
  messages?: Record<Pointer, Record<string, string>>;
  /** Fields that cannot change, by mode: `{ "EDIT": ["/monitorType"] }`. */
  locked?: Record<string, Pointer[]>;
  /** Help of a field, shown beside it while it has focus. */
  help?: Record<Pointer, string>;
  /**
   * Sections of a form: a heading, one sentence and the top-level properties below it. A property in none stands in a first section
   * without heading. The special part of the screen stands below the fields of the section that has `special`; above the form without one.
   */
  sections?: { title: string; description?: string; fields: string[]; special?: true }[];
  /** Answers to begin with, offered above the form: each fills the top-level properties that it names. */
  presets?: { title: string; description: string; values: Record<string, unknown> }[];
  /** For `message` and `progress`: the sentence; `{name}` is filled from the context's `words`. */
  text?: string;
  /** For `progress` of a job: the words of its stages, by the name that the run has for each. */
  stages?: Record<string, string>;
  /** For `progress`: what its numbers count; things of the job unless said here. */
  unit?: 'bytes';
  /** For `progress` and `message`: what a job has found. A form has a field of `ui:field` "server-rows" instead. */
  rows?: RowsDocument;
  /** For `message`: how it reads. For a form, `danger` is the colour of its primary button. */
  tone?: 'info' | 'success' | 'warning' | 'danger';
  /** The words of the primary button (`Next`, unless said here), by mode where they differ. */
  submit?: string | Record<'NEW' | 'EDIT', string>;
  /**
   * A form whose answers are tested before they are submitted (F01-11): its machine shows it in a state with `meta.test`
   * `needed`, whose submit starts the test, and in one with `passed`. Until then the primary button waits.
   */
  test?: {
    /** The words of the button that tests. */
    label: string;
    /** Once the test has succeeded; `{name}` is filled from the context's `words`. */
    passed: string;
  };
  /** What failed, above a refusal that names no field: "Error saving the monitor". A test that failed says enough by itself. */
  failed?: string;
  actions?: ScreenAction[];
  /** For `summary`: the screens it tells of, in order; all earlier screens of the flow unless said here. */
  of?: string[];
  /** What other languages say in place of the texts: by language, then by pointer, with the English that each was made from. */
  translations?: Translations;
  examples?: { valid: unknown[]; invalid: unknown[] };
}

/** What is wrong with one field, in the words that the person reads. */
export interface FieldError {
  pointer: Pointer;
  keyword: string;
  message: string;
}

/** A document with its compiled validator: what the page imports. `version` is a hash of the document without its translations. */
export interface CompiledScreen {
  flow: string;
  id: string;
  version: string;
  document: ScreenDocument;
  /** The key of the whole schema among `validators`. */
  root?: string;
  /**
   * Every error of the data against the document's schema, one a field, in the order of the form, words from
   * `messages`; none for screens without a schema. Rules that ask the time take `context.now`, else the machine's.
   */
  validate(data: unknown, context?: ValidationContext): FieldError[];
  /** Compiled validators of the schema and its sub-schemas by their rjsf key, for rjsf's precompiled validator. */
  validators: Record<string, CompiledValidator>;
  /** The data with the schema's defaults filled in. */
  defaults: Record<string, unknown>;
  /** Pointers (array indexes as `*`) of `writeOnly` fields. */
  secrets: Pointer[];
}

export interface ValidationContext {
  now: Date;
}

export interface CompiledValidator {
  (this: unknown, data: unknown): boolean;
  errors?: null | Record<string, unknown>[];
}
