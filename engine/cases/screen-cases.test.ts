import { describe, expect, it } from 'vitest';
import { runTimeScreenModule } from '../compile/screen-module.ts';
import { screenRuntime, type ScreenRuntime } from '../compile/screen-runtime.ts';
import { screenOf } from '../compile/library.ts';
import type { CompiledScreen, ScreenDocument } from '../document/document.ts';
import { casesOf, type ScreenCase } from './screen-cases.ts';

const now = new Date('2026-11-27T08:00:00Z');

const document: ScreenDocument = {
  title: 'Monitor',
  schema: {
    type: 'object',
    required: ['name', 'kind', 'every'],
    properties: {
      tenant: { type: 'string', title: 'Tenant', maxLength: 5 },
      name: { type: 'string', title: 'Monitor name', notBlank: true, maxLength: 50 },
      kind: {
        type: 'string',
        title: 'Kind',
        oneOf: [
          { const: 'HTTP', title: 'Website' },
          { const: 'PING', title: 'Ping' },
        ],
      },
      every: { title: 'Check every', type: 'integer', wholeNumber: { minimum: 30, maximum: 3600 } },
      days: { type: 'array', title: 'Days', items: { oneOf: [{ const: 'MON', title: 'Monday' }] } },
      headers: {
        type: 'array',
        title: 'Headers',
        maxItems: 2,
        items: {
          type: 'object',
          required: ['value'],
          properties: { value: { type: 'string', title: 'Value', maxLength: 64_000 } },
        },
      },
    },
    allOf: [
      {
        if: { properties: { kind: { const: 'HTTP' } }, required: ['kind'] },
        then: { required: ['url'], properties: { url: { type: 'string', title: 'Address', maxLength: 100 } } },
      },
      { if: { properties: { tenant: { const: 'a' } }, required: ['tenant'] }, then: {} },
    ],
  },
  given: ['tenant'],
  ui: { every: { 'ui:widget': 'duration' } },
  examples: {
    valid: [
      { tenant: 'a', name: 'Shop', kind: 'HTTP', every: 60, url: 'shop', days: ['MON'], headers: [{ value: 'x' }] },
      { name: 'Gateway', kind: 'PING', every: 60 },
    ],
    invalid: [{ name: 'Gateway', kind: 'PING', every: 29 }],
  },
};

/** As a page has it: with the validators of its conditions. */
async function compiled(given: ScreenDocument): Promise<CompiledScreen> {
  const text = Buffer.from(runTimeScreenModule('flow', 'screen', given)).toString('base64');
  const { default: make } = (await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`)) as {
    default: (runtime: ScreenRuntime) => CompiledScreen;
  };
  return make(screenRuntime);
}

function all(screen: CompiledScreen): ScreenCase[] {
  const work = casesOf(screen, now);
  for (;;) {
    const { done, value } = work.next();
    if (done === true) return value;
  }
}

const said = (cases: readonly ScreenCase[], kind: ScreenCase['kind']) =>
  cases
    .filter((one) => one.kind === kind)
    .map(({ what }) => {
      if (what.kind !== 'field') return 'number' in what ? `${what.kind} ${what.number}` : what.tests;
      const { told } = what;
      const words = 'count' in told ? `${told.count} ${told.kind}` : told.kind === 'value' ? told.text : told.kind;
      return `${what.field}: ${words}`;
    });

describe('the cases of a screen', () => {
  it('are told by the titles of fields and choices, and leave out what the form does not show', async () => {
    const cases = all(await compiled(document));
    expect(said(cases, 'example')).toEqual(['example 1', 'example 2']);
    expect(said(cases, 'accepted')).toEqual([
      'Monitor name: 50 characters',
      'Kind: Website',
      'Kind: Ping',
      'Check every: 30 seconds',
      'Check every: 1 hour',
      'Check every: 1 minute',
      'Days: Monday',
      'Headers: 2 items',
      'Headers › Value: 64000 characters',
      'Address: 100 characters',
      [{ kind: 'is', field: 'kind', values: ['HTTP'] }],
      [{ kind: 'isNot', field: 'kind', values: ['HTTP'] }],
    ]);
    expect(said(cases, 'refused')).toEqual([
      'Monitor name: empty',
      'Kind: empty',
      'Check every: empty',
      'Monitor name: 51 characters',
      'Monitor name: blank',
      'Kind: noChoice',
      'Kind: noChoice',
      'Check every: 29 seconds',
      'Check every: 1 hour 1 second',
      'Check every: 30.5',
      'Days: noChoice',
      'Headers: 3 items',
      'Headers › Value: empty',
      'Headers › Value: 64001 characters',
      'Address: empty',
      'Address: 101 characters',
      'invalid 1',
    ]);
  });

  it('are what the screen accepts, and refuses with the message that a person reads', async () => {
    const screen = await compiled(document);
    for (const { kind, data, message } of all(screen)) {
      const messages = screen.validate(data, { now }).map((error) => error.message);
      if (kind === 'refused') expect(messages).toContain(message);
      else expect(messages).toEqual([]);
    }
  });

  it('are refused for a screen that was compiled without its conditions', () => {
    expect(() => all(screenOf('flow', 'screen', document))).toThrow('screen "flow/screen" was compiled without');
  });
});
