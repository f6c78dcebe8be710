import { describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../document/document.ts';
import { screenModule } from './screen-module.ts';

const field = (index: number) => `field${index}`;

/** A hundred fields, thirty of them shown by a condition of their own. */
const large: ScreenDocument = {
  title: 'Large',
  schema: {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 70 }, (_, index) => [field(index), { type: 'string', maxLength: 50 }]),
    ),
    allOf: Array.from({ length: 30 }, (_, index) => ({
      if: { required: [field(index)], properties: { [field(index)]: { const: 'on' } } },
      then: { required: [field(70 + index)], properties: { [field(70 + index)]: { type: 'string', notBlank: true } } },
    })),
  },
};

describe('screenModule', () => {
  it('compiles thirty conditions one by one, not every combination of them', () => {
    const started = performance.now();
    const code = screenModule('bench', 'large', large);
    expect(performance.now() - started).toBeLessThan(5000);
    expect(code.match(/^function validate\d+/gm)).toHaveLength(31);
  });

  it('imports the rules and formats that it uses and no others', () => {
    const code = screenModule('f', 's', {
      title: 'T',
      schema: {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'http-url', notBlank: true },
          b: { enum: [1, { c: 2 }] },
          d: { type: 'string', maxLength: 3 },
        },
      },
    });
    const imports = [...code.matchAll(/^import \{ (.*) \} from ".*\/(.*)";$/gm)].map(
      ([, names, file]) => `${file}: ${names}`,
    );
    expect(imports.sort()).toEqual([
      'compiled-screen.ts: compiledScreen',
      'formats.ts: httpUrl',
      'rules.ts: notBlank',
      'runtime.ts: equal, characters',
    ]);
  });

  it('writes words of a document as data, whatever they hold', () => {
    const title = '</script>`${1}` "; throw 1; //\u2028';
    const code = screenModule('f', 's', {
      title,
      schema: { type: 'object', properties: { [title]: { const: title, type: 'string', ipTargets: true } } },
    });
    const [, document = ''] = /^ {2}document: ([^\n]*),$/m.exec(code) ?? [];
    expect((JSON.parse(document) as ScreenDocument).title).toBe(title);
    const body = code.replace(/^import .*$/gm, '').replace('export default', 'return');
    expect(() => compileOnly(body)).not.toThrow();
  });

  it('has no validator for a screen that asks nothing', () => {
    expect(screenModule('f', 's', { title: 'T', kind: 'progress' })).toContain('validators: {  }');
  });
});

/** Parses the text as a function body and does not run it. */
function compileOnly(body: string): void {
  const Made = Object.getPrototypeOf(compileOnly).constructor as new (body: string) => unknown;
  expect(new Made(body)).toBeDefined();
}
