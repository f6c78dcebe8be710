import { describe, expect, it } from 'vitest';
import { statusOf } from './devices.ts';
import { plainText, plainTexts } from './plain-text.ts';

describe('the status of a device', () => {
  const lastSeenAt = new Date('2026-11-21T08:00:00Z');
  const nodeType = 'AGENT_DEVICE';

  it('is online without a time (C23-04)', () => {
    expect(statusOf({ nodeType, isUp: true, isDown: false, lastSeenAt, details: {} })).toEqual({
      state: 'online',
      at: null,
    });
  });

  it('is offline with the time of the last submit (C23-05)', () => {
    expect(statusOf({ nodeType, isUp: false, isDown: true, lastSeenAt, details: {} })).toEqual({
      state: 'offline',
      at: '2026-11-21T08:00:00.000Z',
    });
    expect(
      statusOf({
        nodeType,
        isUp: false,
        isDown: true,
        lastSeenAt: null,
        details: { submitTime: '2026-11-20T00:00:00.000Z' },
      }),
    ).toEqual({
      state: 'offline',
      at: '2026-11-20T00:00:00.000Z',
    });
    expect(statusOf({ nodeType, isUp: false, isDown: true, lastSeenAt: null, details: {} })).toEqual({
      state: 'offline',
      at: null,
    });
  });

  it('is that of the last polls for a network device, and unmonitored without one', () => {
    const device = { nodeType: 'NMS_DEVICE', lastSeenAt, details: {} };
    expect(statusOf({ ...device, isUp: true, isDown: false })).toEqual({ state: 'online', at: null });
    expect(statusOf({ ...device, isUp: false, isDown: true })).toMatchObject({ state: 'offline' });
    expect(statusOf({ ...device, isUp: false, isDown: false })).toEqual({ state: 'unmonitored', at: null });
  });

  it('is erased with its time, for a device whose MDM status says so (C23-06)', () => {
    const details = { mdmStatus: 'ERASED', mdmStatusUpdatedTime: '2026-11-19T00:00:00.000Z' };
    expect(statusOf({ nodeType, isUp: true, isDown: false, lastSeenAt, details })).toEqual({
      state: 'erased',
      at: '2026-11-19T00:00:00.000Z',
    });
  });
});

describe('a text of a device', () => {
  it.each([
    ['a\u0000b', 'a b'],
    ['  line\r\nline  ', 'line line'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['zero\u200Bwidth', 'zero width'],
    ['\uD800', '\uFFFD'],
    ['Zoë 😀 <b>', 'Zoë 😀 <b>'],
    ['web\u061C1', 'web 1'],
    ['web\u00AD1', 'web 1'],
    ['\u3164\uFFA0\u115F', ''],
    ['web\u{E0041}1', 'web 1'],
    ['\u2764\uFE0F', '\u2764\uFE0F'],
  ])('%j is kept as %j (S16)', (text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  it('is made plain wherever it stands', () => {
    expect(plainTexts({ list: ['\u0007a', { deep: 'b\u0000' }], count: 1, none: null })).toEqual({
      list: ['a', { deep: 'b' }],
      count: 1,
      none: null,
    });
  });
});
