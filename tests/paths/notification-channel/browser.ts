import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';
import { choices, type Named } from '../browser/own-place.ts';
import known from './flow.ts';

let made = 0;

const recipients = [{ email: 'oncall@example.com' }];

/** What the server answers in this way: to a webhook with a secret, to others without. */
const kinds: Readonly<Record<string, Answers>> = {
  email: { channelType: 'EMAIL', recipients },
  webhook: { channelType: 'WEBHOOK', url: 'http://127.0.0.1:9/hook' },
};

/** Numbers as the server keeps them. */
const phonesOf = ({ phones }: Answers) =>
  Array.isArray(phones)
    ? { phones: (phones as { phone?: string }[]).map((one) => ({ ...one, phone: one.phone?.replaceAll(' ', '') })) }
    : {};

const isWebhook = ({ channelType }: Answers) => channelType === 'WEBHOOK';

const webhookAdded = known.replies?.['addNotificationChannel']?.['webhook'] as Answers;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/notificationChannels', 'Add notification channel'];
    const add = async (name: string): Promise<Named> => {
      const stored = { name, channelType: 'EMAIL', enabled: true, recipients };
      const { channel } = await callByApi(product, cookie, 'POST', '/notificationchannel', stored);
      return { id: (channel as { id: number }).id, name };
    };
    made += 1;
    const own = made;
    // Two to choose from: a single one is chosen by itself.
    const others = [await add(`First other ${own}`), await add(`Second other ${own}`)];
    const chosen = choices({ escalateChannelId: others });
    if (path.input !== 'EDIT') {
      const replies = path.steps.map(({ move }) => (move.kind === 'done' ? move.reply : ''));
      const kind = kinds[replies.find((reply) => kinds[reply] !== undefined) ?? ''];
      // What is previewed on the way stays what it is.
      const previews = path.steps.some(({ move }) => move.kind === 'event' && move.type === 'preview.requested');
      // Two channels of one name are refused.
      const answers = (_: string, data: Answers) => {
        made += 1;
        const { enabled } = data;
        const isPreviewed = previews && data['channelType'] === 'HTTP';
        const stays = kind === undefined || isWebhook(kind) === isWebhook(data) || isPreviewed;
        const told = stays ? { ...chosen.answers(data), ...phonesOf(data) } : { ...kind, enabled };
        return { ...told, name: `Added channel ${made}` };
      };
      // What is previewed is no webhook, and of others the server tells no secret.
      const given = previews ? { 'addNotificationChannel done webhook': webhookAdded } : {};
      return { ...inModal(route, opener), answers, words: chosen.words, given };
    }
    const { id, name } = await add(`Stored channel ${own}`);
    // By its name it is opened again, and its type stands.
    const answers = (_: string, data: Answers) => ({ ...chosen.answers(data), name });
    return { ...inModal(route, opener, name), answers, words: chosen.words, subject: String(id) };
  },
});
