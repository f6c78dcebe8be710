import { describe, expect, it } from 'vitest';
import type { CompiledScreen, ScreenDocument } from '../document/document.ts';
import { loadScreens } from './library.ts';
import { runTimeScreenModule } from './screen-module.ts';
import { screenRuntime, type ScreenRuntime } from './screen-runtime.ts';

const library = loadScreens('schemas');
const screens = library
  .flows()
  .flatMap((flow) => library.screens(flow).map((id) => library.get(flow, id)))
  .filter(({ document }) => document.schema !== undefined)
  .map((screen) => [`${screen.flow}/${screen.id}`, screen] as const);

/** As a page does it: the module is imported, and what it exports is given the runtime. */
async function compiled(flow: string, id: string, document: ScreenDocument): Promise<CompiledScreen> {
  const text = runTimeScreenModule(flow, id, document);
  const url = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
  const { default: make } = (await import(/* @vite-ignore */ url)) as {
    default: (runtime: ScreenRuntime) => CompiledScreen;
  };
  return make(screenRuntime);
}

describe('a module of a document that is known only at run time', () => {
  it.each(screens)('%s says what the library says of each example', async (_, known) => {
    const made = await compiled(known.flow, known.id, known.document);
    expect(made).toMatchObject({ flow: known.flow, id: known.id, version: known.version, secrets: known.secrets });
    const { valid = [], invalid = [] } = known.document.examples ?? {};
    const context = { now: new Date('2026-11-27T08:00:00Z') };
    for (const example of [...valid, ...invalid])
      expect(made.validate(example, context)).toEqual(known.validate(example, context));
    for (const example of invalid) expect(made.validate(example, context)).not.toEqual([]);
  });

  it('holds names and words of a document as data, whatever they are', async () => {
    const hostile = '"]}); globalThis.planted = true; ({[`${globalThis.planted = true}`: "\u2028</script>';
    const made = await compiled('flow', hostile, {
      title: hostile,
      schema: {
        type: 'object',
        properties: { [hostile]: { type: 'string', title: hostile, default: hostile, const: hostile, pattern: '^"' } },
        required: [hostile],
      },
      messages: { [`/${hostile.replaceAll('/', '~1')}`]: { required: hostile } },
    });
    expect(made.document.title).toBe(hostile);
    expect(made.validate({ [hostile]: hostile })).toEqual([]);
    expect(made.validate({}).map(({ message }) => message)).toEqual([hostile]);
    expect(globalThis).not.toHaveProperty('planted');
  });
});
