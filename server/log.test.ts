import { Writable } from 'node:stream';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { logOptions } from './log.ts';

function logged(write: (log: pino.Logger) => void): string {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  write(pino(logOptions('info'), stream));
  return text;
}

describe('the log', () => {
  it('tells an error with its code and cause, and nothing else that hangs on it', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new Error('no database', { cause }), { client: { password: 'hunter2' } });
    const text = logged((log) => log.error({ err: error }, 'trouble'));
    expect(JSON.parse(text)).toMatchObject({
      msg: 'trouble',
      err: { message: 'no database', cause: { code: 'ECONNREFUSED' } },
    });
    expect(text).not.toContain('hunter2');
  });

  it('keeps secrets back', () => {
    const text = logged((log) =>
      log.info(
        { req: { headers: { cookie: 'cairn_session=abc' } }, body: { password: 'hunter2', token: 'abc' } },
        'asked',
      ),
    );
    expect(text).not.toMatch(/hunter2|abc/);
  });
});
