import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import { describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../document/document.ts';
import { pseudo } from '../document/pseudo.ts';
import { isSchema, type Schema } from '../document/schema.ts';
import { speakerOf } from '../document/translations.ts';
import { formSchemas } from './form-schemas.ts';
import { loadScreens, screenOf } from './library.ts';
import { runTimeScreenModule } from './screen-module.ts';
import { screenRuntime, type ScreenRuntime } from './screen-runtime.ts';
import { spokenScreen } from './spoken-screen.ts';
import type { CompiledScreen } from '../document/document.ts';

const folder = new URL('../../schemas', import.meta.url).pathname;
const library = loadScreens(folder, ['cloud-monitor', 'organization', 'notification-channel']);

/** As a page has the screen: with the validators that its fields ask. */
async function compiled(document: ScreenDocument): Promise<CompiledScreen> {
  const module = runTimeScreenModule('flow', 'screen', document);
  const url = `data:text/javascript,${encodeURIComponent(module)}`;
  const { default: make } = (await import(/* @vite-ignore */ url)) as {
    default: (runtime: ScreenRuntime) => CompiledScreen;
  };
  return make(screenRuntime);
}

const document: ScreenDocument = {
  title: 'Details',
  schema: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', title: 'Name', maxLength: 3 } },
    if: { properties: { name: { title: 'Name', const: 'abc' } } },
    then: { properties: { more: { title: 'More', type: 'string' } } },
  },
  messages: { '/name': { maxLength: 'At most {limit} characters' } },
  translations: {
    'pl-pl': {
      '/title': { from: 'Details', text: 'Szczegóły' },
      '/messages/~1name/maxLength': { from: 'At most {limit} characters', text: 'Najwyżej {limit} znaki' },
    },
  },
};

describe('a screen in another language', () => {
  it('says its errors in that language, and keeps its version', async () => {
    const screen = await compiled(document);
    const polish = spokenScreen(screen, speakerOf(screen.document, 'pl-pl'));
    expect(polish.document.title).toBe('Szczegóły');
    expect(polish.validate({ name: 'abcd' })).toEqual([
      { pointer: '/name', keyword: 'maxLength', message: 'Najwyżej 3 znaki' },
    ]);
    expect(polish.version).toBe(screen.version);
    const { translations: _, ...english } = document;
    expect(screen.version).toBe(screenOf('flow', 'screen', english).version);
    expect(screen.document.title).toBe('Details');
  });

  it('answers every question of its form, as it did in English', async () => {
    const files = ['cloud-monitor', 'organization', 'notification-channel'].flatMap((flow) =>
      readdirSync(join(folder, flow))
        .filter((file) => file.endsWith('.json'))
        .map((file) => [flow, file.replace('.json', '')] as const),
    );
    const unanswered: string[] = [];
    for (const [flow, id] of files) {
      if (id === 'flow') continue;
      const screen = await compiled(library.get(flow, id).document);
      const said = spokenScreen(screen, ({ text }) => pseudo(text));
      const schema = said.document.schema;
      if (!isSchema(schema)) continue;
      for (const key of formSchemas(schema as Schema).keys())
        if (!said.validators[key]) unanswered.push(`${flow}/${id}`);
      const { examples } = JSON.parse(readFileSync(join(folder, flow, `${id}.json`), 'utf8')) as ScreenDocument;
      const pointers = (one: CompiledScreen, data: unknown) => one.validate(data).map(({ pointer }) => pointer);
      for (const data of [...(examples?.valid ?? []), ...(examples?.invalid ?? [])])
        expect(pointers(said, data)).toEqual(pointers(screen, data));
      expect(said.root).toBe(hashForSchema(schema));
    }
    expect(unanswered).toEqual([]);
  });
});
