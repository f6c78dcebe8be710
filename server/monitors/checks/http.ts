import { STATUS_CODES } from 'node:http';
import { outboundFailure } from '../../outbound/outbound-failed.ts';
import type { Header } from '../../outbound/redirect.ts';
import { safeRequest, type SafeRequest } from '../../outbound/safe-request.ts';
import { noDetail, type Check, type CheckContext, type Outcome, type StoredConfig, type Watch } from './check.ts';
import { keywordFact } from './keyword.ts';
import { decodeText, plainText } from './plain-text.ts';
import { pairsOf, textOf } from './stored.ts';

/** What is read of a response, after decompression, and what is kept of it to be shown. */
const readBytes = 1_048_576;
const keptCharacters = 65_536;
const keptHeaders = 100;

/** One HTTP request (F08-15, F08-56, F08-57). It fails without a response, and with a status of 400 or more. */
export const http: Check = {
  fields: [
    'httpHostname',
    'methodType',
    'authenticationType',
    'httpUsername',
    'httpPassword',
    'saveResponseBody',
    'saveCertificateInformation',
    'requestHeaders',
    'requestBodyType',
    'requestBodyForm',
    'requestBodyRaw',
  ],
  secrets: { httpPassword: (config) => originOf(textOf(config, 'httpHostname')) },
  unused: (config) => (textOf(config, 'authenticationType') === 'BASIC' ? [] : ['httpUsername', 'httpPassword']),
  target: (config) => textOf(config, 'httpHostname'),
  async run(config, context) {
    const startedAt = performance.now();
    const keepBody = config['saveResponseBody'] === true;
    const watchesCertificate = context.conditions.some(({ type }) => type === 'SSLCertificateExpiration');
    const wantCertificate = config['saveCertificateInformation'] === true || watchesCertificate;
    const keywords = keywordsOf(context.conditions);
    try {
      const reply = await safeRequest({
        ...requestOf(config, context),
        policy: context.policy,
        limits: { totalMilliseconds: context.timeoutMs, responseBytes: readBytes },
        keepBody: keepBody || keywords.length > 0,
        wantCertificate,
        ...(context.ca !== undefined && { ca: context.ca }),
        signal: context.signal,
      });
      const contentType = reply.headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value;
      const body = keepBody ? decodeText(reply.body, contentType, keptCharacters) : null;
      // Looked for in all that was read, of which only the beginning is kept to be shown.
      const text = keywords.length > 0 ? decodeText(reply.body, contentType, readBytes) : '';
      const facts = {
        ...(reply.certificate && { certificateDays: reply.certificate.daysLeft }),
        ...Object.fromEntries(keywords.map((each) => [keywordFact('body', each), text.includes(each) ? 1 : 0])),
      };
      const failed = reply.status >= 400;
      const status = `${reply.status} ${STATUS_CODES[reply.status] ?? ''}`.trim();
      return {
        ok: !failed,
        responseTime: round(reply.milliseconds),
        error: failed ? 'http_status' : null,
        message: `The server answered ${status}.`,
        statusCode: reply.status,
        ...(Object.keys(facts).length > 0 && { facts }),
        detail: {
          ...noDetail,
          address: reply.address,
          headers: reply.headers
            .slice(0, keptHeaders)
            .map(({ name, value }) => ({ name: plainText(name, 256), value: plainText(value, 8192) })),
          body,
          bodyTruncated: keepBody && (reply.bodyTruncated || body?.length === keptCharacters),
          certificate: reply.certificate ?? null,
        },
      };
    } catch (error) {
      return failure(error, round(performance.now() - startedAt));
    }
  },
};

function keywordsOf(conditions: readonly Watch[]): string[] {
  return conditions.flatMap(({ type, parameters }) =>
    type === 'HttpSiteKeyword' && typeof parameters['keyword'] === 'string' ? [parameters['keyword']] : [],
  );
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}

function requestOf(config: StoredConfig, { open }: CheckContext): Omit<SafeRequest, 'policy'> {
  const headers: Header[] = pairsOf(config, 'requestHeaders');
  const has = (wanted: string) => headers.some(({ name }) => name.toLowerCase() === wanted);
  if (textOf(config, 'authenticationType') === 'BASIC' && !has('authorization')) {
    const sealed = textOf(config, 'httpPassword');
    const login = `${textOf(config, 'httpUsername')}:${sealed === '' ? '' : open(sealed)}`;
    headers.push({ name: 'Authorization', value: `Basic ${Buffer.from(login).toString('base64')}` });
  }
  const request = { url: textOf(config, 'httpHostname'), method: textOf(config, 'methodType', 'GET') };
  switch (textOf(config, 'requestBodyType', 'NONE')) {
    case 'FORM': {
      const form = pairsOf(config, 'requestBodyForm').map(({ name, value }): [string, string] => [name, value]);
      if (!has('content-type')) headers.push({ name: 'Content-Type', value: 'application/x-www-form-urlencoded' });
      return { ...request, headers, body: new URLSearchParams(form).toString() };
    }
    case 'RAW':
      return { ...request, headers, body: textOf(config, 'requestBodyRaw') };
    default:
      return { ...request, headers };
  }
}

function failure(error: unknown, elapsed: number): Outcome {
  const failed = outboundFailure(error);
  // A refused connection is no response, however quick: its time would lower the average.
  const answered = failed.code === 'tls_failed' || failed.code === 'bad_response';
  return {
    ok: false,
    responseTime: answered ? elapsed : null,
    error: failed.code,
    message: failed.message,
    statusCode: null,
    ...(failed.certificate && { facts: { certificateDays: failed.certificate.daysLeft } }),
    detail: { ...noDetail, address: failed.address ?? null, certificate: failed.certificate ?? null },
  };
}

const round = (milliseconds: number) => Math.round(milliseconds * 100) / 100;
