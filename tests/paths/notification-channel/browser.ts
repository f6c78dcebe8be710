import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/notificationChannels', 'Add notification channel'];
    if (path.input !== 'EDIT') return inModal(route, opener);
    made += 1;
    const name = `Stored channel ${made}`;
    const stored = { name, channelType: 'EMAIL', enabled: true, recipients: [{ email: 'oncall@example.com' }] };
    const { channel } = await callByApi(product, cookie, 'POST', '/notificationchannel', stored);
    return { ...inModal(route, opener, name), subject: String((channel as { id: number }).id) };
  },
});
