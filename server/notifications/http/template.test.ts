import { describe, expect, it } from 'vitest';
import { renderRequest, TemplateWrong, type RequestTemplate } from './template.ts';

const words = 'say "no" & {{other}}\r\nx: y é 😀';
const values = new Map([
  ['message', words],
  ['empty', ''],
  ['base', 'https://ntfy.example.com'],
]);
const render = (more: Partial<RequestTemplate>) =>
  renderRequest(
    { method: 'POST', url: 'https://a.example/', headers: [], contentType: 'JSON', body: '{}', ...more },
    values,
  );

describe('a request template', () => {
  it('lets no quote in a message end the JSON text that it stands in (S12)', () => {
    expect(JSON.parse(render({ body: '{"text": "{{message}}"}' }).body)).toEqual({ text: words });
  });

  it('lets no ampersand in a message begin another form field (S12)', () => {
    const { body, headers } = render({ contentType: 'FORM', body: 'text={{message}}&x=1' });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ text: words, x: '1' });
    expect(headers).toContainEqual({ name: 'content-type', value: 'application/x-www-form-urlencoded' });
  });

  it('puts a value into text as it is, and never reads a placeholder out of a value (S12)', () => {
    expect(render({ contentType: 'TEXT', body: 'It said {{message}}' }).body).toBe(`It said ${words}`);
  });

  it('lets no line break in a message begin another header (S12)', () => {
    const { headers } = render({ headers: [{ name: 'x-words', value: '{{message}}' }] });
    expect(headers.at(-1)?.value).toBe('say "no" & {{other}} x: y é');
  });

  it('refuses a header that no request can carry, whatever was typed around the values (S12)', () => {
    expect(() => render({ headers: [{ name: 'x-words', value: 'a\r\nx-more: b' }] })).toThrow(TemplateWrong);
  });

  it('keeps a value within its part of the URL, and a base address whole (S12)', () => {
    expect(new URL(render({ url: 'https://a.example/{{message}}/end' }).url).pathname).toMatch(/^\/[^/]+\/end$/);
    expect(render({ url: '{{base}}' }).url).toBe('https://ntfy.example.com');
  });

  it('leaves out a header whose value is empty', () => {
    expect(render({ headers: [{ name: 'a', value: 'Bearer {{empty}}', unless: 'empty' }] }).headers).toHaveLength(1);
  });

  it('cuts, maps and escapes for Slack', () => {
    const body = '{{message | max:5}} {{empty | map:a=b,*=c=d}} {{message | slack | max:20}}';
    expect(render({ contentType: 'TEXT', body }).body).toBe('say … c=d say "no" &amp; {{ot…');
  });

  it.each([
    [{ body: '{"a": {{message}}}' }, 'body', /not valid JSON/],
    [{ body: '{"a": "{{messge}}"}' }, 'body', /no value named “messge”/],
    [{ body: '{"a": "{{message | upper}}"}' }, 'body', /no filter “upper”/],
    [{ url: 'file:///etc/passwd' }, 'url', /not a valid URL/],
    [{ contentType: 'TEXT' as const, body: 'x'.repeat(65_537) }, 'body', /more than 65536 bytes/],
  ])('says what is wrong with %j', (more, part, message) => {
    const error = (() => {
      try {
        return render(more);
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toBeInstanceOf(TemplateWrong);
    expect(error).toMatchObject({ part, message: expect.stringMatching(message) });
  });
});
