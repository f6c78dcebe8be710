import { desc, eq } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { visibleNodes } from '../../access/visibility.ts';
import { node } from '../../database/schema/nodes.ts';
import { organization } from '../../database/schema/organizations.ts';
import { alert } from '../../database/schema/monitors.ts';
import type { CallContext } from '../../context.ts';
import { configOf, templateOf, type HttpSecrets } from './http-config.ts';
import type { AlertAction } from './services.ts';
import { renderRequest, TemplateWrong } from './template.ts';
import { exampleEvent, valuesOf, type StoredEvent } from './values.ts';

/** In place of each secret: what is shown is no use to whoever looks over a shoulder. */
const hidden: HttpSecrets = {
  webhookUrl: 'https://hidden.invalid/',
  botToken: '••••',
  accessToken: '****',
  routingKey: '••••',
  apiKey: '****',
  secretValue: '****',
};
type Previewed = ReplyOf<Catalogue['previewNotificationChannel']>['requests'][number];
const events: readonly { event: string; action: AlertAction }[] = [
  { event: 'alert.raised', action: 'trigger' },
  { event: 'alert.acknowledged', action: 'acknowledge' },
  { event: 'alert.reset', action: 'resolve' },
];

/** The requests that a channel would send, of the latest alert that the actor sees or of an example. */
export async function previewChannel(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  body: BodyOf<Catalogue['previewNotificationChannel']>,
): Promise<ReplyOf<Catalogue['previewNotificationChannel']>> {
  const config = configOf(body);
  const latest = await latestAlert(context);
  const { publicUrl } = context.services.settings;
  const sample = latest ?? exampleEvent('alert.raised', 'example', context.now, publicUrl);
  const requests = events.flatMap(({ event, action }): Previewed[] => {
    const template = templateOf(config, action);
    if (!template) return [];
    try {
      return [{ event, problem: null, ...renderRequest(template, valuesOf({ ...sample, event }, config, hidden)) }];
    } catch (error) {
      if (!(error instanceof TemplateWrong)) throw error;
      return [{ event, problem: error.message, method: template.method, url: template.url, headers: [], body: '' }];
    }
  });
  return { sample: latest ? 'latest' : 'example', requests };
}

async function latestAlert({
  db,
  actor,
  services,
}: Pick<CallContext, 'db' | 'actor' | 'services'>): Promise<StoredEvent | undefined> {
  const [row] = await db
    .select({ alert, monitorName: node.name, clientName: organization.name })
    .from(alert)
    .innerJoin(node, eq(node.id, alert.monitorId))
    .innerJoin(organization, eq(organization.id, node.organizationId))
    .where(visibleNodes(actor))
    .orderBy(desc(alert.id))
    .limit(1);
  if (!row) return undefined;
  const { alert: stored, monitorName, clientName } = row;
  const { id, monitorId, conditionName, description, severity, priority, message, raisedAt } = stored;
  const told = { id, monitorId, monitorName, clientName, conditionName, description, severity, priority, message };
  const at = raisedAt.toISOString();
  const url = `${services.settings.publicUrl}/#/alerts`;
  return { id: 'preview', event: 'alert.raised', at, data: { alert: { ...told, raisedAt: at }, url } };
}
