import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ipaddr from 'ipaddr.js';
import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { TlsFiles } from './http/tls.ts';
import type { AgentPace } from './agents/pace.ts';
import { publicSources, type DomainSources } from './monitors/domains/sources.ts';

const flag = (description: string) =>
  Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], { description: `${description}: true or false` }),
  );
const share = (description: string) =>
  Type.Optional(Type.String({ pattern: '^(0|1|0?\\.[0-9]{1,6})$', description: `${description}: from 0 to 1` }));
const url = (schemes: string, description: string) =>
  Type.Optional(Type.String({ pattern: `^(${schemes})://[^\\s]+$`, description }));

const proxyWords = 'the addresses of proxies before Cairn, such as 10.0.0.5, 172.16.0.0/12, or none';

/** The environment, by name; `description` says what a wrong one should be. */
const Environment = Type.Object({
  CAIRN_HOST: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.:_-]+$',
      description: 'the address to listen on, such as 127.0.0.1 or 0.0.0.0',
    }),
  ),
  CAIRN_PORT: Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$',
      description: 'a port between 1 and 65535',
    }),
  ),
  CAIRN_DATA: Type.Optional(
    Type.String({ pattern: '^(/|[A-Za-z]:[\\\\/])', description: 'the absolute path of the data directory' }),
  ),
  DATABASE_URL: url(
    'postgres|postgresql',
    'the address of an outside PostgreSQL, such as postgres://user:password@host:5432/cairn',
  ),
  CAIRN_SETUP_TOKEN: Type.Optional(
    Type.String({ minLength: 16, maxLength: 200, description: 'a token of 16 to 200 characters' }),
  ),
  CAIRN_SECRET_KEY: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9+/]{43}=$',
      description: 'a key of 32 bytes in base64, as secret.key in a data directory holds',
    }),
  ),
  CAIRN_TRUSTED_PROXIES: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: proxyWords,
    }),
  ),
  CAIRN_ALLOWED_HOSTS: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.,: -]{1,2000}$',
      description: 'further names by which people open Cairn, such as cairn.lan, cairn.example.com',
    }),
  ),
  CAIRN_METRICS_TOKEN: Type.Optional(
    Type.String({ minLength: 16, maxLength: 200, description: 'a token of 16 to 200 characters' }),
  ),
  CAIRN_PUBLIC_URL: url('https?', 'the address that people open, such as https://cairn.example.com'),
  CAIRN_GALLERY: flag('whether the gallery of screens is shown'),
  CAIRN_ERROR_RATE: share('the share of the errors on a page that it reports'),
  CAIRN_TRACE_RATE: share('the share of visits that report how they began'),
  CAIRN_LOG_LEVEL: Type.Optional(
    Type.Union(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'].map((level) => Type.Literal(level)),
      { description: 'trace, debug, info, warn, error, fatal or silent' },
    ),
  ),
  CAIRN_AGENT: Type.Optional(
    Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description: 'whether an agent for this computer is started: on or off',
    }),
  ),
  CAIRN_RDAP_URL: url(
    'https?',
    'the list of domain registries (RFC 9224), such as https://data.iana.org/rdap/dns.json',
  ),
  CAIRN_WHOIS_SERVER: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9.-]+(:[0-9]{1,5})?$',
      description: 'the WHOIS server to begin with, such as whois.iana.org',
    }),
  ),
  CAIRN_AUDIT_ANCHOR_URL: url(
    'https?',
    'where the head of the audit trail is sent, such as https://log.example.com/cairn',
  ),
  CAIRN_AUDIT_ANCHOR_SECRET: Type.Optional(
    Type.String({ minLength: 16, maxLength: 200, description: 'the secret that signs it, of 16 to 200 characters' }),
  ),
  CAIRN_TLS_CERT: Type.Optional(
    Type.String({
      pattern: '^(/|[A-Za-z]:[\\\\/])',
      description: 'the absolute path of a certificate with its chain (PEM)',
    }),
  ),
  CAIRN_TLS_KEY: Type.Optional(
    Type.String({ pattern: '^(/|[A-Za-z]:[\\\\/])', description: "the absolute path of the certificate's key (PEM)" }),
  ),
  CAIRN_CLAMD: Type.Optional(
    Type.String({
      pattern: '^(tcp://[^\\s/]+|unix:/[^\\s]+)$',
      maxLength: 300,
      description: 'the malware scanner clamd, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
    }),
  ),
  CAIRN_SCREENS_REPOSITORY: Type.Optional(
    Type.String({
      pattern: '^(/|[A-Za-z]:[\\\\/])',
      maxLength: 1000,
      description: 'the absolute path of a git work tree to which published screens are committed',
    }),
  ),
  CAIRN_STUDIO_PAGE: Type.Optional(
    Type.Union([Type.Literal('on'), Type.Literal('off')], {
      description: 'whether a publication of the Studio walks the changed screen in a simulated page: on or off',
    }),
  ),
  CAIRN_MAIL_URL: url('smtps?', 'the outgoing mail server, such as smtp://user:password@mail.example.com:587'),
  CAIRN_MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[^\\s@]+@[^\\s@]+$|^[^<>]+ <[^\\s@]+@[^\\s@]+>$',
      description: 'the sender of mail, such as Cairn <cairn@example.com>',
    }),
  ),
});

export interface Settings {
  host: string;
  port: number;
  /** Absolute path of the data directory. */
  dataDirectory: string;
  /** An outside PostgreSQL; absent for the embedded one. */
  databaseUrl?: string;
  setupToken?: string;
  /** Base64; absent for the one in the data directory. Servers that share a database share it. */
  secretKey?: string;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Addresses, ranges and `loopback`: who may say in `X-Forwarded-For` whom a request is from. */
  trustedProxies: readonly string[];
  /** Names of this server beside that of `publicUrl`, in lower case. */
  allowedHosts: readonly string[];
  /** Opens `/metrics` to whoever has it; without it only this machine may read them. */
  metricsToken?: string;
  /** Within which a request must have come; shortened by tests alone. */
  requestSeconds?: number;
  gallery: boolean;
  /** Shares from 0 to 1 of what pages tell the server of themselves. */
  reporting: { errors: number; traces: number };
  logLevel: string;
  agent: boolean;
  /** How the server keeps time with agents; shortened by tests alone. */
  agentPace?: Partial<AgentPace>;
  /** Where clamd scans installers; without it nobody does. */
  clamd?: string;
  /** Absolute path of the git work tree to which published screens are committed; without it none is. */
  screensRepository?: string;
  /** Whether a publication of the Studio walks the changed screen in a simulated page as well. */
  simulatedPage: boolean;
  mail?: { url: string; from: string };
  /** Certificate files; absent behind a proxy that speaks TLS, or on loopback. */
  tls?: TlsFiles;
  /** A place outside this machine that gets the head of the audit trail. */
  auditAnchor?: { url: string; secret: string };
  /** Where domains' expiry is asked for. */
  domains: DomainSources;
  version: string;
  /** The folder that holds `schemas/`, `dist/` and package.json. */
  root: string;
}

/** Names every wrong variable and what it should be. */
export class SettingsWrong extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsWrong';
  }
}

function defaultDataDirectory(environment: NodeJS.ProcessEnv): string {
  if (process.getuid?.() === 0) return '/var/lib/cairn';
  if (process.platform === 'win32') return join(environment.LOCALAPPDATA ?? homedir(), 'cairn');
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local/share'), 'cairn');
}

/** The folder above this file that holds package.json: the checkout, from the sources as from dist/. */
function projectRoot(): string {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) {
    const above = new URL('..', folder);
    if (above.href === folder.href) throw new Error('package.json was not found above the server');
    folder = above;
  }
  return decodeURIComponent(folder.pathname).replace(/\/$/, '');
}

/** @throws SettingsWrong */
export function readSettings(environment: NodeJS.ProcessEnv = process.env): Settings {
  const given = Object.fromEntries(
    Object.keys(Environment.properties).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const problems = Object.entries<TSchema & { description?: string }>(Environment.properties).flatMap(
    ([name, schema]) => {
      const value = given[name];
      return value === undefined || Value.Check(schema, value)
        ? []
        : [`${name} is ${JSON.stringify(redacted(name, value))}; it should be ${schema.description}`];
    },
  );
  if (!given.CAIRN_TLS_CERT !== !given.CAIRN_TLS_KEY) {
    problems.push('CAIRN_TLS_CERT and CAIRN_TLS_KEY go together: set both, or neither');
  }
  if (given.CAIRN_AUDIT_ANCHOR_URL && !given.CAIRN_AUDIT_ANCHOR_SECRET) {
    problems.push('CAIRN_AUDIT_ANCHOR_URL is set; it needs CAIRN_AUDIT_ANCHOR_SECRET, which signs what is sent there');
  }
  const proxies = listOf(given['CAIRN_TRUSTED_PROXIES']);
  if (proxies.some((proxy) => !isProxy(proxy)))
    problems.push(
      `CAIRN_TRUSTED_PROXIES is ${JSON.stringify(given['CAIRN_TRUSTED_PROXIES'])}; it should be ${proxyWords}`,
    );
  if (problems.length > 0) throw new SettingsWrong(problems);

  const env = given as Static<typeof Environment>;
  const root = projectRoot();
  const host = env.CAIRN_HOST ?? '127.0.0.1';
  const port = Number(env.CAIRN_PORT ?? 7420);
  const shownHost = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return {
    host,
    port,
    dataDirectory: env.CAIRN_DATA ?? defaultDataDirectory(environment),
    ...(env.DATABASE_URL ? { databaseUrl: env.DATABASE_URL } : {}),
    ...(env.CAIRN_SETUP_TOKEN ? { setupToken: env.CAIRN_SETUP_TOKEN } : {}),
    ...(env.CAIRN_SECRET_KEY ? { secretKey: env.CAIRN_SECRET_KEY } : {}),
    publicUrl: (env.CAIRN_PUBLIC_URL ?? `${env.CAIRN_TLS_CERT ? 'https' : 'http'}://${shownHost}:${port}`).replace(
      /\/$/,
      '',
    ),
    trustedProxies: proxies.length === 0 ? ['loopback'] : proxies.filter((proxy) => proxy !== 'none'),
    allowedHosts: listOf(env.CAIRN_ALLOWED_HOSTS).map((name) => name.toLowerCase()),
    ...(env.CAIRN_METRICS_TOKEN ? { metricsToken: env.CAIRN_METRICS_TOKEN } : {}),
    gallery: env.CAIRN_GALLERY === 'true',
    // C22-02, C22-03
    reporting: { errors: Number(env.CAIRN_ERROR_RATE ?? 1), traces: Number(env.CAIRN_TRACE_RATE ?? 0.01) },
    logLevel: env.CAIRN_LOG_LEVEL ?? 'info',
    agent: env.CAIRN_AGENT !== 'off',
    ...(env.CAIRN_CLAMD ? { clamd: env.CAIRN_CLAMD } : {}),
    ...(env.CAIRN_SCREENS_REPOSITORY ? { screensRepository: env.CAIRN_SCREENS_REPOSITORY } : {}),
    simulatedPage: env.CAIRN_STUDIO_PAGE !== 'off',
    ...(env.CAIRN_MAIL_URL
      ? { mail: { url: env.CAIRN_MAIL_URL, from: env.CAIRN_MAIL_FROM ?? 'Cairn <cairn@localhost>' } }
      : {}),
    ...(env.CAIRN_TLS_CERT && env.CAIRN_TLS_KEY ? { tls: { cert: env.CAIRN_TLS_CERT, key: env.CAIRN_TLS_KEY } } : {}),
    ...(env.CAIRN_AUDIT_ANCHOR_URL && env.CAIRN_AUDIT_ANCHOR_SECRET
      ? { auditAnchor: { url: env.CAIRN_AUDIT_ANCHOR_URL, secret: env.CAIRN_AUDIT_ANCHOR_SECRET } }
      : {}),
    domains: {
      rdapBootstrapUrl: env.CAIRN_RDAP_URL ?? publicSources.rdapBootstrapUrl,
      whoisServer: env.CAIRN_WHOIS_SERVER ?? publicSources.whoisServer,
    },
    version: (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    root,
  };
}

function listOf(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}

function isProxy(text: string): boolean {
  return text === 'loopback' || text === 'none' || ipaddr.isValid(text) || ipaddr.isValidCIDR(text);
}

/** A wrong URL may hold a password, and the token is one. */
function redacted(name: string, value: string): string {
  if (/_(TOKEN|KEY|SECRET)$/.test(name) && name !== 'CAIRN_TLS_KEY') return '…';
  return value.replace(/\/\/[^@/]*@/, '//…@');
}
