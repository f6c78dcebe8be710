import { Type, type Static } from 'typebox';
import { Closed, Text } from './shapes.ts';

/** A channel that sends HTTP requests: with a custom template, or to a supported service. */
export const HttpService = Type.Union([
  Type.Literal('CUSTOM'),
  Type.Literal('SLACK'),
  Type.Literal('TEAMS'),
  Type.Literal('DISCORD'),
  Type.Literal('TELEGRAM'),
  Type.Literal('NTFY'),
  Type.Literal('PAGERDUTY'),
  Type.Literal('OPSGENIE'),
]);
export type HttpService = Static<typeof HttpService>;

/** A service's settings that are not secret. The screen of the flow `notification-channel` has their bounds. */
export const httpPlainFields = {
  service: Type.Optional(HttpService),
  chatId: Type.Optional(Text(200)),
  ntfyServer: Type.Optional(Text(2000)),
  topic: Type.Optional(Text(200)),
  region: Type.Optional(Type.Union([Type.Literal('US'), Type.Literal('EU')])),
  method: Type.Optional(
    Type.Union([Type.Literal('POST'), Type.Literal('PUT'), Type.Literal('PATCH'), Type.Literal('GET')]),
  ),
  address: Type.Optional(Text(2000)),
  headers: Type.Optional(
    Type.Array(Closed({ name: Type.Optional(Text(256)), value: Type.Optional(Text(2000)) }), { maxItems: 20 }),
  ),
  contentType: Type.Optional(Type.Union([Type.Literal('JSON'), Type.Literal('FORM'), Type.Literal('TEXT')])),
  body: Type.Optional(Text(10_000)),
};
/** Sealed at rest. Replies never contain them, only `…Set` flags. */
export const httpSecretFields = {
  webhookUrl: Type.Optional(Text(2000)),
  botToken: Type.Optional(Text(200)),
  accessToken: Type.Optional(Text(500)),
  routingKey: Type.Optional(Text(100)),
  apiKey: Type.Optional(Text(200)),
  secretValue: Type.Optional(Text(2000)),
};
