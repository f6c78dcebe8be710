import { describe, expect, it } from 'vitest';
import { readSettings, SettingsWrong } from './settings.ts';

describe('the malware scanner', () => {
  it.each(['tcp://127.0.0.1:3310', 'unix:/run/clamav/clamd.ctl'])('may be %s', (CAIRN_CLAMD) =>
    expect(readSettings({ CAIRN_CLAMD }).clamd).toBe(CAIRN_CLAMD),
  );

  it.each(['127.0.0.1:3310', 'http://scanner', 'unix:clamd.ctl'])('cannot be %j', (CAIRN_CLAMD) =>
    expect(() => readSettings({ CAIRN_CLAMD })).toThrow('CAIRN_CLAMD is'),
  );
});

describe('the repository of screens', () => {
  it('may be an absolute path', () =>
    expect(readSettings({ CAIRN_SCREENS_REPOSITORY: '/srv/screens' }).screensRepository).toBe('/srv/screens'));

  it('cannot be a relative one', () =>
    expect(() => readSettings({ CAIRN_SCREENS_REPOSITORY: 'screens' })).toThrow('CAIRN_SCREENS_REPOSITORY is'));
});

describe('what pages report of themselves', () => {
  it('is every error and one visit in a hundred (C22-02, C22-03)', () =>
    expect(readSettings({}).reporting).toEqual({ errors: 1, traces: 0.01 }));

  it('can be set', () =>
    expect(readSettings({ CAIRN_ERROR_RATE: '0.5', CAIRN_TRACE_RATE: '0' }).reporting).toEqual({
      errors: 0.5,
      traces: 0,
    }));

  it.each(['2', '-1', '1.5', '50%', 'all'])('cannot be %j', (rate) => {
    expect(() => readSettings({ CAIRN_TRACE_RATE: rate })).toThrow(SettingsWrong);
    expect(() => readSettings({ CAIRN_TRACE_RATE: rate })).toThrow(
      `CAIRN_TRACE_RATE is ${JSON.stringify(rate)}; it should be the share of visits that report how they began: from 0 to 1`,
    );
  });
});
