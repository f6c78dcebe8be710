import { describe, expect, it } from 'vitest';
import { requireStrongPassword, weaknessOf } from './password-rule.ts';

describe('the strength of a password', () => {
  it.each(['vier-groene-eenden', 'Tr7%xk2!Wq', 'aaaa bbbb cccc dddd eeee'])('takes %s', (password) => {
    expect(weaknessOf(password, 'ada@example.com')).toBeUndefined();
  });

  it.each([
    ['shortpass', 'at least 10'],
    ['aaaaaaaaaaaaaaa', 'different'],
    ['abababababab', 'different'],
    ['Password1234', 'common'],
    ['passwordpassword', 'common'],
    ['!!welcome2026!!', 'common'],
    ['1234567890', 'common'],
  ])('refuses %s', (password, words) => {
    expect(weaknessOf(password, 'ada@example.com')).toContain(words);
  });

  it('refuses the email’s name inside, whatever its case', () => {
    expect(weaknessOf('xx-Lovelace-99', 'lovelace@example.com')).toContain('email');
  });

  it('minds no email name that is too short to tell', () => {
    expect(weaknessOf('adamant-and-odd', 'ada@example.com')).toBeUndefined();
  });

  it('counts characters, not bytes or halves of them', () => {
    expect(weaknessOf('😀😁😂🤣😃😄😅', 'ada@example.com')).toContain('at least 10');
  });

  it('puts its words on the field', () => {
    expect(() => requireStrongPassword('short', 'ada@example.com', '/newPassword')).toThrowError(
      expect.objectContaining({
        code: 'password_too_weak',
        extra: expect.objectContaining({ fields: { '/newPassword': 'Use at least 10 characters.' } }),
      }),
    );
  });
});
