import type { Pointer } from './document.ts';
import { valueAt } from './pointer.ts';
import { isSchema } from './schema.ts';

/** One choice of a `flags` field, and the flag that it turns on; the choice without one turns all of them off. */
export interface FlagChoice {
  title: string;
  on?: Pointer;
}

/** The choices of a field that stands for several flags of which at most one is on; `undefined` for any other field. */
export function flagChoices(ui: unknown): readonly FlagChoice[] | undefined {
  if (!isSchema(ui) || ui['ui:widget'] !== 'flags') return undefined;
  const options = ui['ui:options'];
  const flags: unknown = isSchema(options) ? options['flags'] : undefined;
  return Array.isArray(flags) ? (flags as FlagChoice[]) : [];
}

/** What the flags say together; `undefined` when several are on, which no choice means. */
export function chosenFlag(choices: readonly FlagChoice[], data: unknown): FlagChoice | undefined {
  const on = choices.filter((choice) => choice.on !== undefined && valueAt(data, choice.on) === true);
  return on.length > 1 ? undefined : (on[0] ?? choices.find((choice) => choice.on === undefined));
}

/** The flags that the choices write. */
export function flagsOf(choices: readonly FlagChoice[]): Pointer[] {
  return choices.flatMap((choice) => choice.on ?? []);
}

/** The top-level flags that the fields of the document write together. */
export function flagsWritten(ui: Readonly<Record<string, unknown>> | undefined): Set<Pointer> {
  return new Set(Object.values(ui ?? {}).flatMap((part) => flagsOf(flagChoices(part) ?? [])));
}
