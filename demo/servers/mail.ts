import { SMTPServer } from 'smtp-server';
import type { DemoNetwork } from '../network/running.ts';
import { isFailing } from './schedule.ts';

/** A mail server that takes every message and keeps none; it refuses messages for four minutes of each hour. */
export function startMail({ host, port }: { host: string; port: number }): Promise<DemoNetwork> {
  const server = new SMTPServer({
    name: 'mail.northwind.example',
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: 1_000_000,
    onMailFrom(_from, _session, done) {
      done(isFailing('mail', new Date()) ? new Error('Mailboxes are being moved') : null);
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done());
    },
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, () => resolve({ stop: () => new Promise<void>((done) => server.close(() => done())) }));
  });
}
