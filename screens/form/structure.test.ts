import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { expect, it } from 'vitest';
import type { CompiledScreen } from '#engine/document/document.ts';
import { awaitedBy } from './resolver.ts';
import { Structure } from './structure.ts';

// No condition of the schema asks it.
const validator = { isValid: () => true } as unknown as ValidatorType;

it('asks for a field that another one needs, as long as that one is answered', async () => {
  const schema: RJSFSchema = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, minutes: { type: 'integer' }, channel: { type: 'integer' } },
    dependencies: { minutes: ['channel'], channel: ['minutes'] },
  };
  await awaitedBy([{ document: { title: '', schema } } as unknown as CompiledScreen]);
  const structure = new Structure(schema, validator);
  const asked = (data: object) => structure.resolve(schema, data).required?.toSorted();
  expect(asked({})).toEqual(['name']);
  expect(structure.dependsOn('/minutes')).toBe(true);
  expect(asked({ minutes: 5 })).toEqual(['channel', 'name']);
  expect(asked({ minutes: 5, channel: 1 })).toEqual(['channel', 'minutes', 'name']);
  expect(asked({ channel: 1 })).toEqual(['minutes', 'name']);
  expect(asked({})).toEqual(['name']);
});
