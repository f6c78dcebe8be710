import { describe, expect, it } from 'vitest';
import type { Answers, Mode } from './flow.ts';
import { buildRequest } from './mapping.ts';
import { pointerInRequest, pointerInScreen } from './mapped-pointers.ts';
import { readAnswers, readBody } from './read-answers.ts';
import type { Sending } from './sends.ts';

const manifest: Sending = {
  stepper: [{ screen: 'details' }, { screen: 'window', when: { '/details/repeats': ['NEVER'] } }],
  sends: {
    addWindow: {
      body: {
        '/name': { from: '/details/name', as: 'trimmed' },
        '/description': { from: '/details/description', emptied: '' },
        '/enabled': { from: '/details/enabled', as: 'flag' },
        '/schedule/startTime': { from: '/window/startsAt', as: 'unixSeconds', zone: '/details/zone' },
        '/schedule/runAt': { from: '/details/runAt', as: 'hourAndMinute', into: ['hour', 'minute'] },
        '/locations': { from: '/details/places', rows: { '/id': '/id', '/label': '/name' } },
      },
      reads: { '/zone': '/details/zone' },
    },
    saveWindow: 'addWindow',
  },
};
const details = {
  name: 'Update',
  description: 'Monthly',
  enabled: true,
  zone: 'Europe/Amsterdam',
  repeats: 'NEVER',
  runAt: '09:05',
  places: [{ id: 4, name: 'Main office' }, { name: 'Branch' }],
};
const answers: Record<string, Answers> = { details, window: { startsAt: '2026-05-01T09:30' } };
const request = (given: Record<string, Answers> = answers, mode: Mode = 'NEW') =>
  buildRequest(manifest, mode === 'EDIT' ? 'saveWindow' : 'addWindow', { mode, answers: given });

describe('buildRequest', () => {
  it('sends each answer at its pointer, converted', () => {
    expect(request()).toEqual({
      name: 'Update',
      description: 'Monthly',
      enabled: true,
      schedule: { startTime: Date.UTC(2026, 4, 1, 7, 30) / 1000, runAt: { hour: 9, minute: 5 } },
      locations: [{ id: 4, label: 'Main office' }, { label: 'Branch' }],
    });
  });
  it('leaves out an empty answer in NEW and sends it as empty in EDIT', () => {
    const emptied = { ...answers, details: { ...details, description: '' } };
    expect(request(emptied)).not.toHaveProperty('description');
    expect(request(emptied, 'EDIT')).toHaveProperty('description', '');
  });
  it('leaves out the answers of a step that these answers do not have', () => {
    const repeating = { ...answers, details: { ...details, repeats: 'WEEKLY' } };
    expect(request(repeating)['schedule']).toEqual({ runAt: { hour: 9, minute: 5 } });
  });
  it('names the call that the manifest does not know', () => {
    expect(() => buildRequest(manifest, 'removeWindow', { mode: 'NEW', answers })).toThrow(/removeWindow.*addWindow/);
  });
});

describe('readAnswers', () => {
  it('undoes buildRequest', () => {
    const { repeats: _, ...read } = details;
    expect(
      readAnswers(
        manifest,
        'saveWindow',
        { ...request(), zone: 'Europe/Amsterdam' },
        { details: { zone: 'Europe/Amsterdam' } },
      ),
    ).toEqual({
      details: read,
      window: answers['window'],
    });
  });
  it('leaves out what the entity does not have', () => {
    expect(readAnswers(manifest, 'saveWindow', { name: 'Update', description: '', locations: null })).toEqual({
      details: { name: 'Update' },
    });
  });
});

describe('a call like another', () => {
  const like: Sending = {
    stepper: [{ screen: 'setup' }],
    sends: {
      addMonitor: {
        body: {
          '/type': '/setup/type',
          '/name': '/setup/name',
          '/rows': { from: '/setup/rows', rows: { '/count': '/count' }, shares: { '/type': '/setup/type' } },
        },
        reads: { '/passwordSet': '/setup/passwordSet' },
      },
      saveMonitor: 'addMonitor',
      testMonitor: { like: 'saveMonitor', moved: { '': '/monitor', '/rows': '/rows' } },
    },
  };
  const setup = { type: 'PING', name: 'Gateway', rows: [{ count: 3, type: 'PING' }] };
  const body = { monitor: { type: 'PING', name: 'Gateway' }, rows: [{ count: 3 }] };

  it('sends the same answers, moved, and not what rows share', () => {
    expect(buildRequest(like, 'testMonitor', { mode: 'NEW', answers: { setup } })).toEqual(body);
  });

  it('reads them back, with what rows share', () => {
    const stored = { ...body, monitor: { ...body.monitor, passwordSet: true } };
    expect(readAnswers(like, 'testMonitor', stored)).toEqual({ setup: { ...setup, passwordSet: true } });
  });

  it('moves the pointers of a refusal', () => {
    expect(pointerInScreen(like, 'testMonitor', '/monitor/name')).toBe('/setup/name');
    expect(pointerInScreen(like, 'testMonitor', '/rows/0/count')).toBe('/setup/rows/0/count');
    expect(pointerInScreen(like, 'testMonitor', '/name')).toBeUndefined();
    expect(pointerInRequest(like, 'testMonitor', '/setup/passwordSet')).toBe('/monitor/passwordSet');
  });
});

it('reads an empty text of a body as it stands, for who judges it', () => {
  expect(readBody(manifest, 'addWindow', { name: '', description: null })).toEqual({ details: { name: '' } });
});

describe('the pointers of a refusal', () => {
  it.each([
    ['/name', '/details/name'],
    ['/schedule/startTime', '/window/startsAt'],
    ['/schedule/runAt/minute', '/details/runAt'],
    ['/locations/1/label', '/details/places/1/name'],
    ['/locations', '/details/places'],
  ])('finds the answer behind %s', (pointer, answer) => {
    expect(pointerInScreen(manifest, 'addWindow', pointer)).toBe(answer);
  });
  it.each([
    ['/details/places/1/name', '/locations/1/label'],
    ['/window/startsAt', '/schedule/startTime'],
  ])('finds where the request holds %s', (answer, pointer) => {
    expect(pointerInRequest(manifest, 'addWindow', answer)).toBe(pointer);
  });
  it('finds no answer behind a pointer that nothing fills', () => {
    expect(pointerInScreen(manifest, 'addWindow', '/unknown')).toBeUndefined();
  });
});
