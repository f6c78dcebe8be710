import type { Answers } from '#engine/flow/flow.ts';
import type { Page } from 'playwright-core';
import { takeFromMenu } from '../../browser/form.ts';
import { scanBody } from '../../contract/network-scan-site.ts';
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';
import { choices, FIRST_IDS, type Named } from '../browser/own-place.ts';
import { ownProbes } from '../browser/own-probes.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const { place, fields, end } = await ownProbes({ product, cookie });
    const notificationChannelIds = await twoChannels(product, cookie, place.client.name);
    const chosen = choices({ ...fields, notificationChannelIds });
    // A name is taken once.
    const name = `Scan of ${place.client.name}`;
    const prepared = {
      answers: (_: string, data: Answers) => ({ ...chosen.answers(data), name }),
      words: chosen.words,
      end,
    };
    const route = '/networkDiscovery';
    if (path.input !== 'EDIT') return { ...prepared, ...inModal(route, 'New network scan') };
    const [probe, credential] = [fields.networkProbe[0], fields.snmpCredOne[0]];
    const body = scanBody(
      { clientId: place.client.id, locationId: place.locations[0].id, nodeId: probe.id, credentialId: credential.id },
      name,
    );
    const { networkScan } = await callByApi(product, cookie, 'POST', '/networkscan', body);
    const open = (page: Page) => takeFromMenu(page, `Actions of ${name}`, 'Edit');
    return {
      ...prepared,
      subject: String((networkScan as { id: number }).id),
      place: { route, open, resumes: true },
    };
  },
});

async function twoChannels(product: Product, cookie: string, place: string): Promise<Named[]> {
  const add = async (name: string): Promise<Named> => {
    const body = { name, channelType: 'WEBHOOK', url: 'http://127.0.0.1:9/hook', enabled: true };
    const { channel } = await callByApi(product, cookie, 'POST', '/notificationchannel', body);
    const { id } = channel as { id: number };
    return id > FIRST_IDS ? { id, name } : add(`${name}, again`);
  };
  return [await add(`${place} first channel`), await add(`${place} second channel`)];
}
