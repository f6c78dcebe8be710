import { expiryText } from '../../outbound/certificate.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { secondsText } from '../../outbound/quantities.ts';
import { noDetail, type Check, type Outcome, type StoredConfig } from './check.ts';
import { MailFailed } from './mail/mail-failed.ts';
import { exchange, reasonOf, receives, sends, type Found, type Progress } from './mail/exchange.ts';
import { round } from './outcome.ts';
import { numberOf, textOf } from './stored.ts';

const server = (host: string, port: string) => (config: StoredConfig) =>
  textOf(config, host) === '' ? '' : `${textOf(config, host).toLowerCase()}:${numberOf(config, port, 0)}`;

/** A message sent, fetched, or both (F08-14, F08-58 … F08-60). */
export const email: Check = {
  fields: [
    'emailOption',
    'senderEmail',
    'receiverEmail',
    'smtpHostname',
    'smtpPort',
    'smtpUseSSL',
    'smtpUseTLS',
    'smtpAuthRequired',
    'senderUsername',
    'senderPassword',
    'fetchOption',
    'popHostname',
    'popPort',
    'popReceiverUsername',
    'popReceiverPassword',
    'popUseSSL',
    'popUseTLS',
    'imapHostname',
    'imapPort',
    'imapReceiverUsername',
    'imapReceiverPassword',
    'imapFetchFolder',
    'imapUseSSL',
    'imapUseTLS',
  ],
  secrets: {
    senderPassword: server('smtpHostname', 'smtpPort'),
    popReceiverPassword: server('popHostname', 'popPort'),
    imapReceiverPassword: server('imapHostname', 'imapPort'),
  },
  target: (config) =>
    textOf(config, 'emailOption') === 'RECEIVE'
      ? textOf(config, textOf(config, 'fetchOption') === 'POP' ? 'popHostname' : 'imapHostname')
      : textOf(config, 'smtpHostname'),
  unused: (config) => [
    ...(sends(config) && config['smtpAuthRequired'] === true ? [] : ['senderUsername', 'senderPassword']),
    ...(receives(config) && textOf(config, 'fetchOption') === 'POP'
      ? []
      : ['popReceiverUsername', 'popReceiverPassword']),
    ...(receives(config) && textOf(config, 'fetchOption') !== 'POP'
      ? []
      : ['imapReceiverUsername', 'imapReceiverPassword']),
  ],
  async run(config, context) {
    const startedAt = performance.now();
    const stop = new AbortController();
    const limit = secondsText(context.timeoutMs);
    const progress: Progress = { server: 'mail server', stage: 'no connection', awaitedIn: undefined };
    const late = () =>
      progress.awaitedIn === undefined
        ? new OutboundFailed('timed_out', `The ${progress.server} did not answer within ${limit} (${progress.stage}).`)
        : new MailFailed('mail_missing', `The message was taken but was not in ${progress.awaitedIn} within ${limit}`);
    const timer = setTimeout(() => stop.abort(late()), context.timeoutMs);
    const cancel = () => stop.abort(new OutboundFailed('cancelled', 'The check was cancelled.'));
    if (context.signal.aborted) cancel();
    context.signal.addEventListener('abort', cancel, { once: true });
    const found: Found[] = [];
    try {
      const { message, held } = await exchange(config, { ...context, signal: stop.signal }, found, progress);
      const took = round(performance.now() - startedAt);
      const words = message ?? `The mailbox can be read and holds ${held} ${held === 1 ? 'message' : 'messages'}.`;
      return outcome(found, { ok: true, responseTime: took, error: null, message: words });
    } catch (error) {
      const { code, message } = reasonOf(error, stop.signal);
      return outcome(found, { ok: false, responseTime: null, error: code, message });
    } finally {
      clearTimeout(timer);
      context.signal.removeEventListener('abort', cancel);
      // Whatever is still open ends here.
      stop.abort(new OutboundFailed('cancelled', 'The check has ended.'));
    }
  },
};

function outcome(found: Found[], result: Pick<Outcome, 'ok' | 'responseTime' | 'error' | 'message'>): Outcome {
  const certificates = found.flatMap(({ certificate }) => (certificate ? [certificate] : []));
  const first = certificates.sort((a, b) => a.daysLeft - b.daysLeft)[0];
  return {
    ...result,
    statusCode: null,
    ...(first && { facts: { certificateDays: first.daysLeft } }),
    notes: {
      certificateDays: first
        ? expiryText(new Date(first.validTo), Date.now())
        : result.ok
          ? 'No mail server of this monitor uses TLS, so there is no certificate.'
          : result.message,
    },
    detail: { ...noDetail, address: found.at(-1)?.address ?? null, certificate: first ?? null, mail: found },
  };
}
