import { describe, expect, it } from 'vitest';
import { parseHash, safeNext } from './hash.ts';

describe('the hash of the address', () => {
  it('has a path and a search', () => {
    const { path, search } = parseHash('#/sign-in?next=%2FcloudMonitors%3Fstatus%3Ddown');
    expect([path, search.get('next')]).toEqual(['/sign-in', '/cloudMonitors?status=down']);
  });
  it('may be empty', () => expect(parseHash('').path).toBe('/'));
});

describe('where signing in leads', () => {
  it('is the page that was wanted', () =>
    expect(safeNext('/cloudMonitors?status=down')).toBe('/cloudMonitors?status=down'));
  it.each([null, '', 'https://evil.example', '//evil.example', '/\\evil.example', '/sign-in?next=/x'])(
    'is the dashboard for %j',
    (next) => expect(safeNext(next)).toBe('/systemDashboard/overview'),
  );
});
