import { fireEvent } from '@testing-library/dom';
import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { chosenFlag, flagChoices, flagsOf, type FlagChoice } from '#engine/document/flags.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { dependedAnswer } from '#engine/flow/depended.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { tableOptions } from '#screens/form/table/table-options.ts';
import type { Option } from '#screens/options/option-sources.tsx';
import { optionSources } from '#src/flow/option-sources.ts';
import { turn, until } from './clock.ts';
import { enter } from './enter.ts';
import { alwaysShown, fieldSchema, hiddenNames } from '../field-schemas.ts';
import { addRow, fieldsIn, isDrawn, listAt, openRow, pointerAt, pointersIn, removeRow, rowsOf } from './form-parts.ts';
import { buttonsIn, dialogForm, partWith } from './page-seen.ts';

/** Typing more rows than this into the page shows nothing that these do not. */
const ROWS = 6;
/** Seconds for a part of the form that is fetched when it is first shown. */
const A_LOOK = 2;
/** A field may bring others, and these again others. */
const PASSES = 8;

/** What could not be typed or chosen, by pointer, and why. */
export type NotEntered = Map<Pointer, string>;

/** Types and chooses what differs from what stands in the form, field by field as they come to stand there. */
export class FormFiller {
  readonly notEntered: NotEntered = new Map();
  private readonly screen: CompiledScreen;
  private readonly wanted: Answers;
  private readonly standing: Answers;
  private readonly answers: Readonly<Record<string, Answers>>;
  private readonly hidden: ReadonlySet<string>;
  /** Fields that stand there whatever is answered. */
  private readonly names: readonly string[];

  /** `standing`: the answers that the form was last known to hold. `answers`: those of every step. */
  constructor(screen: CompiledScreen, wanted: Answers, standing: Answers, answers: Readonly<Record<string, Answers>>) {
    this.answers = answers;
    this.screen = screen;
    this.wanted = wanted;
    this.standing = standing;
    this.hidden = hiddenNames(screen.document);
    this.names = alwaysShown(screen.document);
  }

  /** `false` when a dialog refuses its row and stands open with what is wrong. */
  async fill(form: Element): Promise<boolean> {
    await until(() => this.stands(form), A_LOOK);
    for (let pass = 0; pass < PASSES; pass += 1) {
      const fields = await this.fields(form, '');
      const rows = await this.tables(form);
      if (rows === 'refused') return false;
      if (fields === 0 && rows === 0) break;
    }
    return true;
  }

  /** Whether the fields that are there whatever is answered are, and can be typed in. */
  private stands(form: Element): boolean {
    const pointers = new Set(pointersIn(form));
    return this.names.every((name) => pointers.has(`/${name}`)) && this.drawn(form, '');
  }

  /** A list stands as soon as it is there: it may have no row to type in. */
  private drawn(form: Element, above: Pointer): boolean {
    return fieldsIn(form).every((frame) => isDrawn(frame) || this.isList(above + pointerAt(frame)));
  }

  private isList(pointer: Pointer): boolean {
    return fieldSchema(this.screen.document, pointer).item !== undefined;
  }

  /** The fields with one value, in the order in which they stand; how many were changed. */
  private async fields(form: Element, above: Pointer): Promise<number> {
    let changed = 0;
    const done = new Set<Pointer>();
    let frames = fieldsIn(form);
    for (let at = 0; at < frames.length; at += 1) {
      const frame = frames[at];
      if (frame === undefined) continue;
      const pointer = above + pointerAt(frame);
      if (done.has(pointer) || this.isList(pointer)) continue;
      done.add(pointer);
      const value = valueAt(this.wanted, pointer);
      const held = valueAt(this.standing, pointer);
      if (value === '' && !fieldSchema(this.screen.document, pointer).required) {
        this.notEntered.set(pointer, 'an empty field is no answer');
        continue;
      }
      const entered = await enter(frame, value, held, () => this.labelOf(pointer, value));
      for (const at of this.writtenAt(pointer)) {
        if (typeof entered === 'object') this.notEntered.set(at, entered.cannot);
        else if (at === pointer || valueAt(this.wanted, at) !== undefined) this.notEntered.delete(at);
        else this.notEntered.set(at, 'it is written along with another');
      }
      if (entered !== 'done') continue;
      changed += 1;
      await turn();
      await until(() => this.drawn(form, above), A_LOOK);
      // Other fields may have come or gone with it.
      frames = fieldsIn(form);
      at = -1;
    }
    return changed;
  }

  /** The fields that one choice of several flags answers; else the field itself. */
  private writtenAt(pointer: Pointer): readonly Pointer[] {
    const flags = flagsOf(this.flags(pointer) ?? []);
    return flags.length === 0 ? [pointer] : flags;
  }

  private flags(pointer: Pointer): readonly FlagChoice[] | undefined {
    return flagChoices(valueAt(this.screen.document.ui, pointer));
  }

  private async labelOf(pointer: Pointer, value: unknown): Promise<string | undefined> {
    const flags = this.flags(pointer);
    if (flags !== undefined) return chosenFlag(flags, this.wanted)?.title;
    const { labels } = fieldSchema(this.screen.document, pointer);
    if (Array.isArray(value)) return value.map((one) => labels.get(one) ?? '').join('\n');
    const label = labels.get(value);
    if (label !== undefined || value === undefined) return label;
    const place = pointer.replaceAll(/\/\d+(?=\/)/g, '/items');
    const ui = valueAt(this.screen.document.ui, place) as { 'ui:options'?: Source } | undefined;
    const { source, dependsOn } = ui?.['ui:options'] ?? {};
    if (source === undefined) return undefined;
    const parent = dependsOn === undefined ? undefined : dependedAnswer(dependsOn, this.wanted, this.answers);
    const options = await optionsOf(source, parent);
    return options.find((option) => option.value === value)?.label;
  }

  private async tables(form: Element): Promise<number | 'refused'> {
    let changed = 0;
    for (const pointer of pointersIn(form)) {
      const { item, schema } = fieldSchema(this.screen.document, pointer);
      if (item === undefined) continue;
      const rows = valueAt(this.wanted, pointer) as Answers[] | undefined;
      if (rows !== undefined && (!Array.isArray(rows) || rows.length > ROWS)) {
        this.notEntered.set(pointer, 'so many rows are not typed');
        continue;
      }
      const ui = valueAt(this.screen.document.ui, pointer) as Parameters<typeof tableOptions>[2];
      const { edit } = tableOptions(schema, item, ui);
      const held = (valueAt(this.standing, pointer) ?? []) as Answers[];
      const count =
        edit === 'inline'
          ? await this.inline(form, pointer, rows ?? [])
          : await this.dialogs(form, pointer, rows ?? [], held);
      if (count === 'refused') return count;
      if (rows === undefined) this.notEntered.set(pointer, 'a list without rows is still a list');
      changed += count;
    }
    return changed;
  }

  /** As many rows as wanted; what stands in them are fields of the form. */
  private async inline(form: Element, pointer: Pointer, rows: readonly Answers[]): Promise<number> {
    const table = listAt(form, pointer);
    let changed = 0;
    for (; table !== null && changed <= ROWS; changed += 1) {
      const count = rowsOf(table).length;
      const button = count < rows.length ? addRow(table) : count > rows.length ? removeRow(table, count - 1) : null;
      if (button === null) break;
      fireEvent.click(button);
      await turn();
    }
    if (table !== null && rowsOf(table).length !== rows.length)
      this.notEntered.set(pointer, 'there are not as few or as many rows');
    else this.notEntered.delete(pointer);
    return changed;
  }

  private async dialogs(
    form: Element,
    pointer: Pointer,
    rows: readonly Answers[],
    held: readonly Answers[],
  ): Promise<number | 'refused'> {
    const table = listAt(form, pointer);
    if (table === null) return 0;
    let changed = 0;
    while (rowsOf(table).length > rows.length) {
      const last = removeRow(table, rowsOf(table).length - 1);
      if (last === null) break;
      fireEvent.click(last);
      changed += 1;
      await turn();
    }
    for (const [index, row] of rows.entries()) {
      const place = `${pointer}/${index}`;
      const stands = rowsOf(table)[index];
      if (this.given.has(place) || (stands !== undefined && this.same(held[index], row))) continue;
      const open = openRow(stands) ?? addRow(table);
      if (open === null) {
        this.notEntered.set(pointer, 'no further row can be added');
        return changed;
      }
      fireEvent.click(open);
      await until(() => dialogForm() !== null);
      await this.otherScreen(place);
      const dialog = dialogForm();
      if (dialog === null) throw new Error(`${place} opens no dialog`);
      dialog.dataset['row'] = place;
      for (let pass = 0; pass < PASSES; pass += 1) if ((await this.fields(dialog, place)) === 0) break;
      const keep = partWith(dialog, 'type', 'submit');
      if (keep === undefined) throw new Error(`the dialog of ${place} cannot be kept`);
      fireEvent.click(keep);
      await turn();
      await turn();
      if (dialogForm() !== null) return 'refused';
      this.given.add(place);
      changed += 1;
    }
    return changed;
  }

  /** A row with a flow of its own is asked on another screen, too: through it and back. */
  private async otherScreen(place: Pointer): Promise<void> {
    const first = dialogForm();
    const lead = buttonsIn(first).find((one) => one.hasAttribute('data-leads'));
    if (lead === undefined) return;
    fireEvent.click(lead);
    await until(() => dialogForm() !== null && dialogForm() !== first);
    const other = dialogForm();
    if (other === null) throw new Error(`${place} leads to no other screen`);
    other.dataset['row'] = place;
    for (let pass = 0; pass < PASSES; pass += 1) if ((await this.fields(other, place)) === 0) break;
    const apply = partWith(other, 'type', 'submit');
    if (apply) fireEvent.click(apply);
    await until(() => dialogForm() !== null && dialogForm() !== other);
  }

  /** Rows that were given in their dialog. */
  private readonly given = new Set<Pointer>();

  private same(one: Answers | undefined, other: Answers): boolean {
    return one !== undefined && JSON.stringify(this.plain(one)) === JSON.stringify(this.plain(other));
  }

  /** Whether the field keeps what it has because nobody can take it away: a switch, a choice. */
  isLeft(pointer: Pointer): boolean {
    return valueAt(this.wanted, pointer) === undefined;
  }

  /** Whether something stands there that was not wanted and nobody can take away. */
  get leaves(): boolean {
    return [...this.notEntered.keys()].some((pointer) => this.isLeft(pointer));
  }

  /** What is sent that was not wanted, or was and is not. */
  differs(sent: Answers): string[] {
    const [given, wanted] = [sent, this.wanted].map((one) => this.plain(one) as Answers);
    return [...new Set([...Object.keys(given ?? {}), ...Object.keys(wanted ?? {})])].filter((name) => {
      if (this.notEntered.has(`/${name}`) && wanted?.[name] === undefined) return hasTicks(given?.[name]);
      return spelled(given?.[name]) !== spelled(wanted?.[name]);
    });
  }

  /** The answers as a person can give them: without what is hidden or empty, in the order of names. */
  plain(value: unknown): unknown {
    // Ticks stand in the order in which they are offered.
    if (hasTicks(value)) return value.toSorted();
    // A row that stands there to be filled in is sent as none until somebody does.
    if (Array.isArray(value)) return value.map((one) => this.plain(one)).filter((one) => !isBlank(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !this.hidden.has(name))
        .map(([name, held]) => [name, this.plain(held)] as const)
        .filter(([, held]) => !isEmpty(held))
        .sort(([a], [b]) => a.localeCompare(b)),
    );
  }
}

const known = new Map<string, readonly Option[]>();

/** The choices of the source; they are the same for all paths, so they are asked for once. */
async function optionsOf(source: string, parent: unknown): Promise<readonly Option[]> {
  const key = JSON.stringify([source, parent]);
  const held = known.get(key);
  if (held !== undefined) return held;
  let options: readonly Option[] | undefined;
  void optionSources[source]?.(parent, new AbortController().signal).then((found) => (options = found));
  // The reply comes only while time passes.
  await until(() => options !== undefined);
  if (options === undefined) throw new Error(`the option source "${source}" does not answer`);
  known.set(key, options);
  return options;
}

/** Nobody can tell a list in which nothing is ticked from one that was never touched. */
function isEmpty(value: unknown): boolean {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isBlank(row: unknown): boolean {
  return typeof row === 'object' && row !== null && Object.keys(row).length === 0;
}

/** Values that are chosen from several, unlike rows that are filled in. */
function hasTicks(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object');
}

// Blanks in a code and around a name are the field's own business.
function spelled(value: unknown): string {
  return (JSON.stringify(value) ?? '').replaceAll(/\s|\\[nrt]/g, '');
}

interface Source {
  source?: string;
  dependsOn?: string;
}
