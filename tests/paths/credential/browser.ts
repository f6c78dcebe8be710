import type { Answers } from '#engine/flow/flow.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';
import { choices, ownPlace } from '../browser/own-place.ts';

export default browserCase({
  opened: 'admin',
  // The page of an organization adds its credentials, and no list adds one without an organization.
  begins: { details: ['clientId'] },
  async prepare({ product, cookie, path }) {
    const place = await ownPlace({ product, cookie });
    const chosen = choices({ clientId: [place.client] });
    const prepared = { answers: (_: string, data: Answers) => chosen.answers(data), words: chosen.words };
    const [route, opener] = [`/customerDashboard/${place.client.id}/overview`, 'Add credential'];
    if (path.input !== 'EDIT') return { ...prepared, ...inModal(route, opener) };
    const name = 'Stored';
    const { credential } = await place.add('/credential', { name, credentialType: 'SNMP_V2C', community: 'public' });
    return { ...prepared, ...inModal(route, opener, name), subject: String((credential as { id: number }).id) };
  },
});
