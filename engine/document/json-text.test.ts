import { describe, expect, it } from 'vitest';
import { parseText, TextRefused } from './json-text.ts';

describe('parseText', () => {
  it.each([
    'null',
    '{"a":[1,-2.5e3,"\\u00e9\\n",true,false,null,{}],"":{"b/c":[[]]}}',
    ' [ ] ',
    '"\\"\\\\"',
    '{"__proto__":{"x":1}}',
  ])('reads %s as JSON does', (text) => {
    expect(parseText(text).value).toEqual(JSON.parse(text));
  });

  it.each([
    '',
    '{',
    '[1,]',
    '{"a":}',
    '{"a" 1}',
    '{a:1}',
    '01',
    '+1',
    '1.',
    "'a'",
    '"\n"',
    '"\\x"',
    '[1 2]',
    '{"a":1}}',
    'nul',
    '"a',
    '{"a":1,}',
    '[',
    ',',
    `${'['.repeat(300)}`,
  ])('refuses %s as JSON does', (text) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(() => parseText(text)).toThrow(TextRefused);
  });

  it('knows the line and column of each key, and of the nearest thing around one that is missing', () => {
    const { positionOf } = parseText('{\n  "a": {\n    "b/c": [1,\n      2]\n  }\n}');
    expect(positionOf('/a')).toEqual({ line: 2, column: 3 });
    expect(positionOf('/a/b~1c')).toEqual({ line: 3, column: 5 });
    expect(positionOf('/a/b~1c/1')).toEqual({ line: 4, column: 7 });
    expect(positionOf('/a/nothing/at/all')).toEqual({ line: 2, column: 3 });
    expect(positionOf('')).toEqual({ line: 1, column: 1 });
  });
});
