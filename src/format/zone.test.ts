import { describe, expect, it } from 'vitest';
import { offsetText, zoneOf } from './zone.ts';

describe('a setting of a time zone', () => {
  it('may be the system’s, which is that of the division (C18-02)', () => {
    expect(zoneOf('_Division', 'Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(zoneOf('_Division', '_Local')).toBeUndefined();
  });

  it.each(['_Local', 'current_location', ''])('is the browser’s own for "%s" (C18-02)', (value) => {
    expect(zoneOf(value, 'Asia/Tokyo')).toBeUndefined();
  });

  it('is itself where it is a zone, and the browser’s own where it is none', () => {
    expect(zoneOf('Europe/Amsterdam')).toBe('Europe/Amsterdam');
    expect(zoneOf('Europe/Atlantis')).toBeUndefined();
  });
});

it.each([
  [330, 'UTC+05:30'],
  [-240, 'UTC−04:00'],
  [0, 'UTC+00:00'],
])('an offset of %i minutes reads %s', (minutes, text) => expect(offsetText(minutes)).toBe(text));
