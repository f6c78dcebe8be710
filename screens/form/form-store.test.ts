import { beforeAll, describe, expect, it, vi } from 'vitest';
import asks from '#tests/screens/documents/sample/asks.json?screen';
import { FormStore } from './form-store.ts';
import { awaitedBy } from './resolver.ts';

beforeAll(() => awaitedBy([asks]));

const filled = { name: 'Web', kind: 'PING', port: 80 };

describe('a form store', () => {
  it('tells the field that changed and what holds it, and nobody else', () => {
    const store = new FormStore(asks, { ...filled, headers: [{ name: 'A' }] });
    const heard: string[] = [];
    for (const pointer of ['/name', '/port', '/headers', '/headers/0', '/headers/0/name', '/headers/0/value']) {
      store.onValue(pointer, () => heard.push(pointer));
    }
    store.change('/headers/0/name', 'B');
    expect(heard).toEqual(['/headers', '/headers/0', '/headers/0/name']);
  });

  it('asks rjsf for the shape again only when a condition asks about what changed', () => {
    const store = new FormStore(asks, filled);
    const reshaped = vi.fn<() => void>();
    store.onShape(reshaped);
    store.change('/name', 'Other');
    expect(reshaped).not.toHaveBeenCalled();
    store.change('/kind', 'HTTP');
    expect(reshaped).toHaveBeenCalledTimes(1);
    expect(Object.keys(store.shape.schema.properties ?? {})).toContain('url');
  });

  it('keeps the schema of a field the same object while it says the same', () => {
    const store = new FormStore(asks, filled);
    const before = store.shape.schema.properties?.['name'];
    store.change('/kind', 'HTTP');
    expect(store.shape.schema.properties?.['name']).toBe(before);
  });

  it('decides no condition by what a hidden field holds', () => {
    const store = new FormStore(asks, { ...filled, method: 'HEAD', reason: 'old' });
    expect(store.visible()).toEqual(filled);
    expect(store.shape.schema.properties).not.toHaveProperty('reason');
  });

  it('keeps a default that was cleared away cleared', () => {
    const store = new FormStore(asks, { ...filled, kind: 'HTTP', method: 'GET' });
    store.change('/method', undefined);
    store.change('/name', 'Other');
    expect(store.data).not.toHaveProperty('method');
  });

  it('forgets what was told about later rows when a row goes', () => {
    const store = new FormStore(asks, { ...filled, headers: [{ name: 'A', value: '1' }, { name: 'B' }] });
    store.leave('/headers/1/value');
    expect(store.errors.map(({ pointer }) => pointer)).toEqual(['/headers/1/value']);
    store.removeItem('/headers', 1);
    expect(store.errors).toEqual([]);
  });

  it('says at a list of plain values what is wrong with one of them, which has no place of its own', () => {
    const store = new FormStore(asks, { ...filled, days: ['MON', 'SUN'] });
    const heard = vi.fn<() => void>();
    store.onError('/days', heard);
    store.leave('/days');
    expect(store.errors).toMatchObject([{ pointer: '/days', message: expect.any(String) as string }]);
    expect(heard).toHaveBeenCalledTimes(1);
    store.change('/days', ['MON']);
    expect(store.errors).toEqual([]);
    store.refuse({ '/days/0': 'Nobody works then.' });
    expect(store.errorAt('/days')).toBe('Nobody works then.');
  });

  it('leaves what is wrong with a row at the row', () => {
    const store = new FormStore(asks, { ...filled, headers: [{ name: 'A', value: '1' }] });
    store.refuse({ '/headers/0': 'Not this one.' });
    expect(store.errorAt('/headers/0')).toBe('Not this one.');
  });
});
