import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { withDefaults } from '#engine/compile/defaults.ts';
import { isSchema, type Schema } from '#engine/document/schema.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { choicesOf } from '../field-options.ts';
import { FormStore } from '../form-store.ts';
import { placeValue } from '../place-value.ts';
import { precompiledValidator } from '../precompiled-validator.ts';

/** One item of a list as a form of its own: nothing reaches the list before the item is kept. */
export function itemStore(
  parent: FormStore,
  list: Pointer,
  index: number,
  item: Schema,
  ui: Record<string, unknown>,
  data: Answers,
): FormStore {
  const place = `${list}/${index}`;
  const { screen } = parent;
  const inside = <T>(record: Record<Pointer, T> | undefined) =>
    Object.fromEntries(
      Object.entries(record ?? {})
        .filter(([pointer]) => pointer.startsWith(`${list}/*/`))
        .map(([pointer, value]) => [pointer.slice(`${list}/*`.length), value]),
    );
  const part: CompiledScreen = {
    ...screen,
    document: { title: item.title ?? screen.document.title, schema: item, ui, help: inside(screen.document.help) },
    validate(answers, context) {
      const whole = placeValue(parent.data, place, answers);
      return screen
        .validate(parent.structure.visible(whole), context)
        .filter(({ pointer }) => pointer.startsWith(`${place}/`))
        .map((error) => ({ ...error, pointer: error.pointer.slice(place.length) }));
    },
  };
  return new FormStore(part, data);
}

/** What a new item starts with: its defaults, and the one choice where there is only one. */
export function newItem(screen: CompiledScreen, item: Schema): Answers {
  const validator = precompiledValidator(screen);
  const started = withDefaults(item, {}, (condition, data) => validator.isValid(condition as Schema, data, item));
  const only = Object.entries(item.properties ?? {}).flatMap(([name, property]) => {
    const choices = isSchema(property) && item.required?.includes(name) ? choicesOf(property, {}) : [];
    const [choice] = choices;
    return choices.length === 1 && choice && started[name] === undefined ? [[name, choice.value] as const] : [];
  });
  return { ...started, ...Object.fromEntries(only) };
}
