import type { HttpService, httpPlainFields, httpSecretFields } from '#api/contract/http-channel.ts';
import type { Secrets } from '../../secrets.ts';
import { services, type AlertAction } from './services.ts';
import type { RequestTemplate } from './template.ts';

type PlainName = Exclude<keyof typeof httpPlainFields, 'service'>;
export type SecretName = keyof typeof httpSecretFields;

export interface Header {
  name?: string;
  value?: string;
}

/** What an HTTP channel is set to, secrets apart. */
export type HttpConfig = { service: HttpService; headers?: Header[] } & Partial<
  Record<Exclude<PlainName, 'headers'>, string>
>;
/** By name; sealed where they are stored, open where they are sent. */
export type HttpSecrets = Partial<Record<SecretName, string>>;

const custom: readonly PlainName[] = ['method', 'address', 'headers', 'contentType', 'body'];
/** What each service asks; a secret is one of `secrets`. */
const asked: Readonly<Record<HttpService, { plain: readonly PlainName[]; secrets: readonly SecretName[] }>> = {
  CUSTOM: { plain: custom, secrets: ['secretValue'] },
  SLACK: { plain: [], secrets: ['webhookUrl'] },
  TEAMS: { plain: [], secrets: ['webhookUrl'] },
  DISCORD: { plain: [], secrets: ['webhookUrl'] },
  TELEGRAM: { plain: ['chatId'], secrets: ['botToken'] },
  NTFY: { plain: ['ntfyServer', 'topic'], secrets: ['accessToken'] },
  PAGERDUTY: { plain: ['region'], secrets: ['routingKey'] },
  OPSGENIE: { plain: ['region'], secrets: ['apiKey'] },
};

type Given = { service?: HttpService | undefined } & Readonly<Record<string, unknown>>;

/** The fields of the service alone, of what was given. */
export function configOf(given: Given): HttpConfig {
  const service = given.service ?? 'CUSTOM';
  const { plain } = asked[service];
  const kept = plain.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return { service, ...Object.fromEntries(kept) };
}

/** The secrets that were given, as they were typed. */
export function givenSecrets(given: Given): HttpSecrets {
  const { secrets } = asked[given.service ?? 'CUSTOM'];
  return Object.fromEntries(secrets.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
}

/** The sealed secrets of the service: those that were given, and stored ones that go where they went before. */
export function secretsOf(
  given: Given,
  config: HttpConfig,
  { seal }: Pick<Secrets, 'seal'>,
  stored?: { config: HttpConfig; secrets: HttpSecrets },
): HttpSecrets {
  const kept = stored && receiverOf(stored.config) === receiverOf(config) ? stored.secrets : {};
  return Object.fromEntries(
    asked[config.service].secrets.flatMap((name) => {
      const value = given[name];
      const secret = typeof value === 'string' && value.trim() !== '' ? seal(value.trim()) : kept[name];
      return secret === undefined ? [] : [[name, secret]];
    }),
  );
}

/** `webhookUrlSet` and the like, for each secret that the service asks. */
export function setFlags(service: HttpService, secrets: HttpSecrets): Record<string, boolean> {
  return Object.fromEntries(asked[service].secrets.map((name) => [`${name}Set`, secrets[name] !== undefined]));
}

/** A stored secret is sent to nobody but whom it was given for. */
function receiverOf({ service, region, ntfyServer = '', address = '' }: HttpConfig): string {
  const where = service === 'NTFY' ? ntfyServer : service === 'CUSTOM' ? address : (region ?? '');
  const origin = /^https?:\/\/[^/?#{}]+/i.exec(where)?.[0] ?? where;
  return `${service} ${origin.toLowerCase()}`;
}

export function openSecrets({ open }: Pick<Secrets, 'open'>, sealed: HttpSecrets): HttpSecrets {
  return Object.fromEntries(Object.entries(sealed).map(([name, secret]) => [name, open(secret)]));
}

/** The request of a channel for what happened to an alert; undefined where its service has none for that. */
export function templateOf(config: HttpConfig, action: AlertAction): RequestTemplate | undefined {
  if (config.service !== 'CUSTOM') return services[config.service][action];
  const { method = 'POST', address = '', headers = [], contentType = 'JSON', body = '' } = config;
  return {
    method,
    url: address,
    headers: headers.flatMap(({ name = '', value = '' }) => (name === '' ? [] : [{ name, value }])),
    contentType: contentType as RequestTemplate['contentType'],
    body,
  };
}
