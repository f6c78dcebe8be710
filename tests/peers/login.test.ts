// A sign-in by SSH and telnet at servers that this project did not write (Debian: openssh-server, inetutils-telnetd).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Login } from '#agent/login/attempt.ts';
import { tryLogin } from '#agent/login/login.ts';
import { sshd, startSshd, type SshdPeer } from './sshd-peer.ts';
import { startTelnetd, telnetd, type TelnetdPeer } from './telnetd-peer.ts';

const { signal } = new AbortController();

describe.skipIf(telnetd === undefined || process.getuid?.() !== 0)('a sign-in by telnet', () => {
  const at = { host: '127.0.11.1', port: 23 };
  let peer: TelnetdPeer;
  beforeAll(async () => {
    peer = await startTelnetd(at);
  });
  afterAll(() => peer?.stop());
  const tried = (login: Login, offers = { ssh: false, telnet: true }) =>
    tryLogin(at.host, login, offers, { connectMs: 3000, signal });

  it('is accepted with the password of a user, and refused with another (F02-07)', async () => {
    expect(await tried(peer)).toEqual({ protocol: 'telnet', attempt: 'accepted' });
    expect(await tried({ ...peer, password: 'another' })).toEqual({ protocol: 'telnet', attempt: 'refused' });
  });

  it('takes the place of one by SSH where nothing speaks SSH', async () => {
    expect(await tried(peer, { ssh: true, telnet: true })).toEqual({ protocol: 'telnet', attempt: 'accepted' });
  });
});

describe.skipIf(sshd === undefined || process.getuid?.() !== 0)('a sign-in by SSH', () => {
  let peer: SshdPeer;
  beforeAll(async () => {
    peer = await startSshd();
  });
  afterAll(() => peer?.stop());

  it('is accepted with the password of a user, and refused with another, which telnet does not get (F02-07)', async () => {
    const tried = (login: Login) =>
      tryLogin(
        peer.host,
        login,
        { ssh: true, telnet: true },
        { ports: { ssh: peer.port, telnet: 9 }, connectMs: 3000, signal },
      );
    expect(await tried(peer)).toEqual({ protocol: 'ssh', attempt: 'accepted' });
    expect(await tried({ ...peer, password: 'another' })).toEqual({ protocol: 'ssh', attempt: 'refused' });
  });
});
