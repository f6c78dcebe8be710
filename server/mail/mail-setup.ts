import { eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { MailSetup } from '#api/contract/mail.ts';
import { outgoingMail } from '../database/schema/mail.ts';
import { Refused } from '../refused.ts';
import type { CallContext, WriteContext } from '../context.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import type { MailSettings } from './outgoing-server.ts';

type Setup = Static<typeof MailSetup>;

/** The effective mail settings, without the password. */
export async function readMail({ db, services }: Pick<CallContext, 'db' | 'services'>): Promise<Setup> {
  const { mail } = services.settings;
  if (mail) return ofEnvironment(mail);
  const [row] = await db.select().from(outgoingMail).where(eq(outgoingMail.id, 1));
  if (!row) return { ...nothing, source: 'none' };
  const { host, port, security, authRequired, username, password, senderName, senderAddress } = row;
  const passwordSet = password !== '';
  return { source: 'stored', host, port, security, authRequired, username, passwordSet, senderName, senderAddress };
}

/** Configures outgoing mail, with immediate effect in every process. @throws Refused `mail_set_by_environment` */
export async function saveMail(context: WriteContext, body: BodyOf<Catalogue['saveMail']>): Promise<Setup> {
  const { db, services, now } = context;
  requireStored(services.settings.mail);
  const [stored] = await db.select().from(outgoingMail).where(eq(outgoingMail.id, 1));
  const passwordSet = stored !== undefined && stored.password !== '';
  requireAnswers(services.screens.check('division', 'mail', { ...body, passwordSet }));
  const { host, port, security, authRequired, username = '', password, senderName = '', senderAddress } = body;
  // Otherwise a session could steal the password by naming a server of its own, or by sending it unencrypted.
  const elsewhere = stored?.host.toLowerCase() !== host.toLowerCase() || stored.port !== port;
  const weaker = stored?.security !== security && security === 'NONE';
  if (authRequired && passwordSet && password === undefined && (elsewhere || weaker))
    requireFields({ '/password': 'Enter the password again: the stored one is for another server or connection' });
  const kept = password === undefined ? (stored?.password ?? '') : services.secrets.seal(password);
  const row = {
    host,
    port,
    security,
    authRequired,
    username: authRequired ? username : '',
    password: authRequired ? kept : '',
    senderName: senderName.trim(),
    senderAddress,
    updatedAt: now,
  };
  await db.insert(outgoingMail).values(row).onConflictDoUpdate({ target: outgoingMail.id, set: row });
  await audit(context, 'MAIL_UPDATED', `Set outgoing mail to ${host}:${port}`, {
    host,
    port,
    security,
    username: row.username,
    senderName: row.senderName,
    senderAddress,
    passwordChanged: authRequired && password !== undefined,
  });
  return readMail(context);
}

/** Stops sending mail; messages in the outbox wait until a mail server is configured again. @throws Refused `not_found` */
export async function removeMail(context: WriteContext): Promise<void> {
  requireStored(context.services.settings.mail);
  const [row] = await context.db.delete(outgoingMail).where(eq(outgoingMail.id, 1)).returning();
  if (!row) throw new Refused('not_found');
  await audit(context, 'MAIL_DELETED', `Removed the outgoing mail server ${row.host}:${row.port}`);
}

async function audit(
  context: WriteContext,
  action: string,
  summary: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await context.audit({ action, entityType: 'DIVISION', entityId: 1, summary, ...(detail && { detail }) });
  await context.announce('division', [1]);
}

function requireStored(mail: MailSettings | undefined): void {
  if (mail) throw new Refused('mail_set_by_environment');
}

const nothing = {
  host: '',
  port: 587,
  security: 'STARTTLS',
  authRequired: true,
  username: '',
  passwordSet: false,
  senderName: '',
  senderAddress: '',
} as const;

function ofEnvironment({ url, from }: MailSettings): Setup {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const angle = from.lastIndexOf('<');
  return {
    source: 'environment',
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    security: secure ? 'TLS' : 'WHERE_OFFERED',
    authRequired: username !== '',
    username: decode(username),
    passwordSet: password !== '',
    senderName: angle < 0 ? '' : from.slice(0, angle).trim(),
    senderAddress: angle < 0 ? from : from.slice(angle + 1).replace('>', ''),
  };
}

/** Keeps a literal percent sign that encodes nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
