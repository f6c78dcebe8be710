import { fileURLToPath } from 'node:url';
import { createPrecompiledValidator, customizeValidator, type ValidatorFunctions } from '@rjsf/validator-ajv8';
import { getDefaultFormState, hashForSchema, retrieveSchema, type RJSFSchema, type ValidatorType } from '@rjsf/utils';
import { describe, expect, it } from 'vitest';
import type { CompiledScreen } from '../document/document.ts';
import type { Schema } from '../document/schema.ts';
import { formats } from '../vocabulary/format-names.ts';
import { dataFor, randomFrom } from './generated-data.ts';
import { loadScreens } from './library.ts';

const compiled: Record<string, CompiledScreen> = {
  ...import.meta.glob<CompiledScreen>('./fixtures/*/*.json', { query: '?screen', import: 'default', eager: true }),
  ...import.meta.glob<CompiledScreen>(['../../schemas/*/*.json', '!**/flow.json'], {
    query: '?screen',
    import: 'default',
    eager: true,
  }),
};
const libraries = ['./fixtures', '../../schemas'].map((folder) =>
  loadScreens(fileURLToPath(new URL(folder, import.meta.url))),
);
const forms = Object.values(compiled).filter((screen) => screen.document.schema !== undefined);
const now = new Date('2026-05-01T10:00:00Z');

function atRunTime({ flow, id }: CompiledScreen): CompiledScreen {
  const library = libraries.find((one) => one.flows().includes(flow) && one.screens(flow).includes(id));
  if (library === undefined) throw new Error(`no library has ${flow}/${id}`);
  return library.get(flow, id);
}

function generated(screen: CompiledScreen, count: number): unknown[] {
  const random = randomFrom(20_260_501);
  return Array.from({ length: count }, () => dataFor((screen.document.schema ?? {}) as Schema, random));
}

describe('a screen compiled for the page and the same screen at run time', () => {
  it('are looked at, real ones too', () => expect(forms.length).toBeGreaterThan(0));

  it.each(forms.map((screen) => [`${screen.flow}/${screen.id}`, screen] as const))('agree on %s', (_, screen) => {
    const other = atRunTime(screen);
    expect(other.version).toBe(screen.version);
    expect(other.defaults).toEqual(screen.defaults);
    expect(other.secrets).toEqual(screen.secrets);
    expect(other.document).toEqual(screen.document);
    let refused = 0;
    for (const data of generated(screen, 400)) {
      const errors = screen.validate(data, { now });
      expect(other.validate(data, { now }), `${JSON.stringify(data)}`).toEqual(errors);
      const pointers = errors.map(({ pointer }) => pointer);
      expect(new Set(pointers).size, 'one error a field').toBe(pointers.length);
      expect(
        errors.filter(({ message }) => message === '' || /\bmust (?:match|be equal|NOT|have)\b/.test(message)),
      ).toEqual([]);
      if (errors.length > 0) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
  });
});

/** By key alone, as a page may: a question without its own validator is a defect. */
function lookUp(screen: CompiledScreen, asked: RJSFSchema, data: unknown): boolean {
  const check = screen.validators[hashForSchema(asked)];
  if (check === undefined) throw new Error(`no validator for ${JSON.stringify(asked)}`);
  return check(data);
}

describe('the validators for rjsf', () => {
  it.each(forms.map((screen) => [`${screen.flow}/${screen.id}`, screen] as const))(
    'answer for each branch of %s as rjsf itself would',
    (_, screen) => {
      const schema = screen.document.schema as RJSFSchema;
      const precompiled = createPrecompiledValidator(screen.validators as unknown as ValidatorFunctions, schema);
      const lookedUp = {
        ...precompiled,
        isValid: (asked: RJSFSchema, data: unknown) => lookUp(screen, asked, data),
      } as ValidatorType;
      const stock = customizeValidator({ customFormats: formats, ajvOptionsOverrides: { logger: false } });
      for (const data of generated(screen, 60)) {
        const resolved = retrieveSchema(precompiled, schema, schema, data);
        const filled = getDefaultFormState(lookedUp, schema, data, schema);
        expect(filled, `${JSON.stringify(data)}`).toEqual(getDefaultFormState(stock, schema, data, schema));
        expect(resolved, `${JSON.stringify(data)}`).toEqual(retrieveSchema(stock, schema, schema, data));
      }
    },
  );
});

describe('validating', () => {
  it('costs some ten times as much as copying the answers', () => {
    const screen = forms.find(({ id }) => id === 'every-rule');
    const data = generated(screen as CompiledScreen, 50);
    /** The quickest of several turns: what else the machine does at the time is not ours. */
    const quickest = (work: (one: unknown) => void) => {
      const turns = Array.from({ length: 60 }, () => {
        const started = performance.now();
        for (const one of data) work(one);
        return performance.now() - started;
      });
      return Math.min(...turns);
    };
    const copying = quickest((one) => void JSON.parse(JSON.stringify(one)));
    const validating = quickest((one) => void screen?.validate(one));
    // Measured: 8 to 15.
    expect(validating / copying).toBeLessThan(60);
  });
});
