import type { HttpConfig, HttpSecrets } from './http-config.ts';
import type { AlertAction } from './services.ts';
import type { Values } from './template.ts';

/** An event as `payloadOf` stores it. */
export interface StoredEvent {
  id: string;
  event: string;
  at: string;
  data: { alert?: Readonly<Record<string, unknown>>; url?: string };
}

const words: Readonly<Record<string, string>> = {
  'alert.raised': 'Alert',
  'alert.repeated': 'Still open',
  'alert.escalated': 'Escalated',
  'alert.acknowledged': 'Acknowledged',
  'alert.reset': 'Reset',
  'alert.ended': 'Ended',
  test: 'Test',
  'test.reset': 'Test, reset',
};

export function actionOf(event: string): AlertAction {
  if (event === 'alert.acknowledged') return 'acknowledge';
  return ['alert.reset', 'alert.ended', 'test.reset'].includes(event) ? 'resolve' : 'trigger';
}

const alertFields = [
  'id',
  'monitorId',
  'monitorName',
  'clientName',
  'conditionName',
  'description',
  'severity',
  'priority',
  'message',
  'raisedAt',
  'resetAt',
] as const;

/** The values that templates may name, of an event and of what the channel is set to. A service refuses empty texts: a dash stands for none. */
export function valuesOf({ id, event, at, data }: StoredEvent, config: HttpConfig, secrets: HttpSecrets): Values {
  const { alert = {} } = data;
  const field = (name: string) => (alert[name] === undefined || alert[name] === null ? '' : String(alert[name]));
  const word = words[event] ?? event;
  const message = event === 'alert.reset' ? `${field('conditionName')} has been reset.` : field('message');
  const text = [message, field('description')].filter((part) => part !== '').join('\n');
  return new Map(
    Object.entries({
      event,
      eventId: id,
      at,
      action: actionOf(event),
      title: `${word}: ${field('monitorName')}, ${field('conditionName')}`.replace(/\s+/g, ' '),
      text: text === '' ? '-' : text,
      url: data.url ?? '',
      ...Object.fromEntries(alertFields.map((name) => [`alert.${name}`, field(name)])),
      chatId: config.chatId ?? '',
      ntfyServer: config.ntfyServer ?? '',
      topic: config.topic ?? '',
      region: config.region ?? 'US',
      webhookUrl: '',
      botToken: '',
      accessToken: '',
      routingKey: '',
      apiKey: '',
      secretValue: '',
      ...secrets,
      secret: secrets.secretValue ?? '',
    }),
  );
}

/** An alert to try a channel with; `id` 0 and the raise tell it from every other. */
export function exampleEvent(event: string, id: string, at: Date, publicUrl: string, name = 'Web shop'): StoredEvent {
  const alert = {
    id: 0,
    monitorId: 0,
    monitorName: name,
    clientName: 'Example organization',
    conditionName: 'Website is down',
    description: 'The website fails 3 times.',
    severity: 'CRITICAL',
    priority: 'HIGH',
    message: 'The server answered 503 “Service Unavailable”.',
    raisedAt: at.toISOString(),
    resetAt: null,
  };
  return { id, event, at: at.toISOString(), data: { alert, url: `${publicUrl}/#/alerts` } };
}
