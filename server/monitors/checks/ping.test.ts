import { describe, expect, it } from 'vitest';
import { checkContext, publicOnly } from '#tests/fixtures/check-context.ts';
import type { CheckContext } from './check.ts';
import { createEcho, findPrograms } from './echo.ts';
import { createPing } from './ping.ts';

const context = (more: Partial<CheckContext> = {}) => checkContext({ timeoutMs: 1000, ...more });
const programs = await findPrograms();
const only = (name: 'fping' | 'ping') =>
  createEcho(() => Promise.resolve({ fping: false, ping: false, fpingTellsTtl: false, [name]: true }));

describe('the ping check', () => {
  for (const name of ['fping', 'ping'] as const) {
    describe.skipIf(!programs[name])(`by ${name}`, () => {
      const ping = createPing(only(name));

      it('measures a host that answers', async () => {
        const outcome = await ping.run({ hostname: '127.0.0.1' }, context());
        expect(outcome).toMatchObject({
          ok: true,
          error: null,
          message: 'All 3 packets came back.',
          detail: { address: '127.0.0.1', packetLoss: 0 },
        });
        expect(outcome.responseTime).toBeGreaterThan(0);
        expect(outcome.responseTime).toBeLessThan(100);
      });

      it('fails when nothing comes back, within its time-out', async () => {
        const startedAt = performance.now();
        const outcome = await ping.run({ hostname: '240.0.0.1' }, context());
        expect(outcome).toMatchObject({
          ok: false,
          error: 'no_reply',
          responseTime: null,
          detail: { packetLoss: 100 },
        });
        expect(performance.now() - startedAt).toBeLessThan(3000);
      });

      it('resolves names itself and reaches IPv6', async () => {
        expect(await ping.run({ hostname: 'localhost' }, context())).toMatchObject({
          ok: true,
          detail: { address: '127.0.0.1' },
        });
        expect(await ping.run({ hostname: '::1' }, context())).toMatchObject({ ok: true, detail: { address: '::1' } });
      });
    });
  }

  it.skipIf(!programs.ping)('tells the ttl where every fact is wanted', async () => {
    const outcome = await createPing().run({ hostname: '127.0.0.1' }, context({ wantAll: true }));
    expect(outcome.detail.ttl).toBeGreaterThan(0);
  });

  it.skipIf(!programs.fping)(
    'shares one process among checks that fall due together, and silence does not hold up an answer',
    async () => {
      const ping = createPing(only('fping'));
      const startedAt = performance.now();
      const silent = ping.run({ hostname: '240.0.0.1' }, context({ timeoutMs: 3000 }));
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          ping.run({ hostname: `127.0.0.${index + 1}` }, context({ timeoutMs: 3000 })),
        ),
      );
      const answeredAfter = performance.now() - startedAt;
      expect(answers.every(({ ok }) => ok)).toBe(true);
      expect(answeredAfter).toBeLessThan(1500);
      expect((await silent).error).toBe('no_reply');
    },
  );

  it.each(['-c', '--help', '-f /etc/passwd', 'a b', '$(id)', ''])('never hands %j to a program', async (hostname) => {
    const echo = { send: () => Promise.reject(new Error('sent')) };
    expect(await createPing(echo).run({ hostname }, context())).toMatchObject({ ok: false, error: 'invalid_target' });
  });

  it('refuses metadata addresses, and private ones where the division does not allow them', async () => {
    const echo = { send: () => Promise.reject(new Error('sent')) };
    expect(await createPing(echo).run({ hostname: '169.254.169.254' }, context())).toMatchObject({
      error: 'address_refused',
    });
    expect(await createPing(echo).run({ hostname: 'localhost' }, context({ policy: publicOnly }))).toMatchObject({
      error: 'address_refused',
    });
  });

  it('says so when the computer has no way to ping', async () => {
    const none = createEcho(() => Promise.resolve({ fping: false, ping: false, fpingTellsTtl: false }));
    const outcome = await createPing(none).run({ hostname: '127.0.0.1' }, context());
    expect(outcome.error).toBe('not_available');
    expect(outcome.message).toContain('neither fping nor ping');
  });
});
