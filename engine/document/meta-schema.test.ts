import { expect, it } from 'vitest';
import { manifestMetaSchema, screenMetaSchema } from './meta-schema.ts';

// Editors read these files; `npx vitest run engine/document -u` writes them again after a change of the vocabulary.
it.each([
  ['screen.schema.json', screenMetaSchema],
  ['flow.schema.json', manifestMetaSchema],
])('%s is what the engine refuses by', async (file, schema) => {
  await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(`./${file}`);
});
