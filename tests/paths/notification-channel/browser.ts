import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

const recipients = [{ email: 'oncall@example.com' }];

/** What the server answers in this way. */
const kinds: Readonly<Record<string, Answers>> = {
  email: { channelType: 'EMAIL', recipients },
  webhook: { channelType: 'WEBHOOK', url: 'http://127.0.0.1:9/hook' },
};

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/notificationChannels', 'Add notification channel'];
    if (path.input !== 'EDIT') {
      const kind = path.steps.flatMap(({ move }) => (move.kind === 'done' ? (kinds[move.reply] ?? []) : []))[0];
      // Two channels of one name are refused.
      const answers = (_: string, data: Answers) => {
        made += 1;
        const { enabled } = data;
        return { ...(kind === undefined ? data : { ...kind, enabled }), name: `Added channel ${made}` };
      };
      return { ...inModal(route, opener), answers };
    }
    made += 1;
    const name = `Stored channel ${made}`;
    const stored = { name, channelType: 'EMAIL', enabled: true, recipients };
    const { channel } = await callByApi(product, cookie, 'POST', '/notificationchannel', stored);
    // By its name it is opened again, and its type stands.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    return { ...inModal(route, opener, name), answers, subject: String((channel as { id: number }).id) };
  },
});
