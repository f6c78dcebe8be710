import type { HttpService } from '#api/contract/http-channel.ts';
import type { RequestTemplate } from './template.ts';

/** What happened to an alert, as services know it. */
export type AlertAction = 'trigger' | 'acknowledge' | 'resolve';

/** The template of a service for an action; undefined where the service has no such action and gets nothing. */
export type ServiceTemplates = Readonly<Record<AlertAction, RequestTemplate | undefined>>;

/** A value that is a number in JSON stands without quotes: `"#{{…}}"` becomes `{{…}}`. */
const json = (body: unknown): string => JSON.stringify(body, null, 2).replace(/"#(\{\{[^"]*\}\})"/g, '$1');
const post = (url: string, body: unknown, headers: RequestTemplate['headers'] = []): RequestTemplate => ({
  method: 'POST',
  url,
  headers,
  contentType: 'JSON',
  body: json(body),
});
const always = (template: RequestTemplate): ServiceTemplates => ({
  trigger: template,
  acknowledge: template,
  resolve: template,
});

/** The same at the raise and the reset of an alert and for no other, also of another installation. */
const key = 'cairn-{{alert.id}}-{{alert.raisedAt}}';
const bySeverity = (critical: unknown, major: unknown, moderate: unknown, other: unknown) =>
  `{{alert.severity | map:CRITICAL=${critical},MAJOR=${major},MODERATE=${moderate},*=${other}}}`;

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and /reference/block-kit/blocks: header ≤ 150 characters,
// section ≤ 3000, field ≤ 2000; `&`, `<` and `>` escaped, which also keeps <!channel> from mentioning anybody.
const slack = always(
  post('{{webhookUrl}}', {
    text: '{{title | max:500 | slack}}',
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: '{{title | max:150}}', emoji: false } },
      { type: 'section', text: { type: 'mrkdwn', text: '{{text | max:590 | slack}}' } },
      {
        type: 'section',
        fields: [
          { type: 'mrkdwn', text: '*Organization*\n{{alert.clientName | max:300 | slack}}' },
          { type: 'mrkdwn', text: '*Severity*\n{{alert.severity}}' },
        ],
      },
      { type: 'context', elements: [{ type: 'mrkdwn', text: '<{{url | slack}}|Open in Cairn>' }] },
    ],
  }),
);

// https://learn.microsoft.com/power-automate/create-adaptive-cards-teams and "Post to a channel when a webhook request is received":
// a message with one Adaptive Card (https://adaptivecards.io/explorer, 1.4); the whole request ≤ 28 KB.
const teams = always(
  post('{{webhookUrl}}', {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            {
              type: 'TextBlock',
              text: '{{title | max:300}}',
              weight: 'Bolder',
              size: 'Medium',
              wrap: true,
              color: '{{action | map:resolve=Good,acknowledge=Accent,*=Attention}}',
            },
            { type: 'TextBlock', text: '{{text | max:2000}}', wrap: true },
            {
              type: 'FactSet',
              facts: [
                { title: 'Organization', value: '{{alert.clientName | max:300}}' },
                { title: 'Severity', value: '{{alert.severity}}' },
              ],
            },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Cairn', url: '{{url}}' }],
        },
      },
    ],
  }),
);

// https://discord.com/developers/docs/resources/webhook#execute-webhook and /resources/message#embed-object: title ≤ 256,
// description ≤ 4096, field value ≤ 1024, colour a whole number; no mention is parsed.
const discord = always(
  post('{{webhookUrl}}', {
    embeds: [
      {
        title: '{{title | max:256}}',
        description: '{{text | max:2000}}',
        url: '{{url}}',
        color: '#{{action | map:trigger=13632027,acknowledge=3447003,*=3066993}}',
        timestamp: '{{at}}',
        fields: [
          { name: 'Organization', value: '{{alert.clientName | max:1024}}', inline: true },
          { name: 'Severity', value: '{{alert.severity}}', inline: true },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  }),
);

// https://core.telegram.org/bots/api#sendmessage: text of 1 to 4096 characters; without parse_mode it is plain.
const telegram = always(
  post('https://api.telegram.org/bot{{botToken}}/sendMessage', {
    chat_id: '{{chatId}}',
    text: '{{title | max:500}}\n\n{{text | max:2500}}\n\n{{url}}',
    link_preview_options: { is_disabled: true },
  }),
);

// https://docs.ntfy.sh/publish/#publish-as-json: to the root of the server; priority 1 to 5.
const ntfy = always(
  post(
    '{{ntfyServer}}',
    {
      topic: '{{topic}}',
      title: '{{title | max:250}}',
      message: '{{text | max:1000}}',
      priority: `#${bySeverity(5, 4, 3, 2)}`,
      tags: ['{{action | map:trigger=rotating_light,acknowledge=eyes,*=white_check_mark}}'],
      click: '{{url}}',
    },
    [{ name: 'authorization', value: 'Bearer {{accessToken}}', unless: 'accessToken' }],
  ),
);

// https://developer.pagerduty.com/docs/events-api-v2/trigger-events and /acknowledge-resolve-events: routing_key of 32 characters,
// dedup_key ≤ 255, summary ≤ 1024, severity critical, error, warning or info.
const pagerDutyUrl = 'https://events.{{region | map:EU=eu.,*=}}pagerduty.com/v2/enqueue';
const pagerDutyEvent = (action: AlertAction) => ({
  routing_key: '{{routingKey}}',
  event_action: action,
  dedup_key: key,
});
const pagerDuty: ServiceTemplates = {
  trigger: post(pagerDutyUrl, {
    ...pagerDutyEvent('trigger'),
    payload: {
      summary: '{{title | max:1024}}',
      source: '{{alert.monitorName | max:255}}',
      severity: bySeverity('critical', 'error', 'warning', 'info'),
      timestamp: '{{alert.raisedAt}}',
      group: '{{alert.clientName | max:255}}',
      class: '{{alert.conditionName | max:255}}',
      custom_details: { message: '{{alert.message | max:2000}}', condition: '{{alert.description | max:1000}}' },
    },
    client: 'Cairn',
    client_url: '{{url}}',
  }),
  acknowledge: post(pagerDutyUrl, pagerDutyEvent('acknowledge')),
  resolve: post(pagerDutyUrl, pagerDutyEvent('resolve')),
};

// https://docs.opsgenie.com/docs/alert-api: message ≤ 130, alias ≤ 512, description ≤ 15000, entity ≤ 512, source ≤ 100, note ≤ 25000,
// priority P1 to P5; closed and acknowledged by alias.
const opsgenieUrl = 'https://api.{{region | map:EU=eu.,*=}}opsgenie.com/v2/alerts';
const genieKey = [{ name: 'authorization', value: 'GenieKey {{apiKey}}' }];
const byAlias = (action: string) =>
  post(
    `${opsgenieUrl}/${key}/${action}?identifierType=alias`,
    { source: 'Cairn', note: '{{title | max:500}}' },
    genieKey,
  );
const opsgenie: ServiceTemplates = {
  trigger: post(
    opsgenieUrl,
    {
      message: '{{title | max:130}}',
      alias: key,
      description: '{{text | max:5000}}\n\n{{url}}',
      entity: '{{alert.monitorName | max:512}}',
      source: 'Cairn',
      priority: bySeverity('P1', 'P2', 'P3', 'P4'),
      details: { organization: '{{alert.clientName | max:1000}}', condition: '{{alert.conditionName | max:1000}}' },
    },
    genieKey,
  ),
  acknowledge: byAlias('acknowledge'),
  resolve: byAlias('close'),
};

/** Without CUSTOM, whose template the person writes. */
export const services: Readonly<Record<Exclude<HttpService, 'CUSTOM'>, ServiceTemplates>> = {
  SLACK: slack,
  TEAMS: teams,
  DISCORD: discord,
  TELEGRAM: telegram,
  NTFY: ntfy,
  PAGERDUTY: pagerDuty,
  OPSGENIE: opsgenie,
};
