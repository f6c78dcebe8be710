import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

interface Row {
  monitorId?: number;
  name?: string;
}

let made = 0;
let monitors: Promise<Map<number, number>> | undefined;

const nameOf = (asked: number) => `Published ${asked}`;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const call = (method: string, at: string, body?: unknown) => callByApi(product, cookie, method, at, body);
    // The monitors that the examples name, in the place where they are not those of this server.
    monitors ??= (async () => {
      const { client } = await call('POST', '/client', { name: 'Published', locations: [{ name: 'Main office' }] });
      const { id: clientId, locations } = client as { id: number; locations: { id: number }[] };
      const ids = new Map<number, number>();
      for (const asked of [1, 2, 3]) {
        const { cloudMonitor } = await call('POST', '/cloudmonitor', {
          enabled: false,
          clientId,
          locationId: locations[0]?.id,
          monitorType: 'PING',
          monitorName: nameOf(asked),
          frequency: 3600,
          timeout: 5,
          hostname: '127.0.0.1',
          conditions: [],
        });
        ids.set(asked, (cloudMonitor as { id: number }).id);
      }
      return ids;
    })();
    const ids = await monitors;
    made += 1;
    const slug = `page-${made}`;
    const prepared = {
      answers: (_: string, data: Record<string, unknown>) => ({
        ...data,
        ...(data['slug'] !== undefined && { slug }),
        ...(Array.isArray(data['monitors']) && {
          monitors: (data['monitors'] as Row[]).map((row) => ({
            ...row,
            ...(row.monitorId !== undefined && { monitorId: ids.get(row.monitorId) ?? row.monitorId }),
          })),
        }),
      }),
      words(pointer: string, value: unknown) {
        if (!pointer.endsWith('/monitorId')) return undefined;
        return [...ids].filter(([, id]) => id === value).map(([asked]) => nameOf(asked))[0];
      },
    };
    const [route, opener] = ['/administration/apps/statusPages', 'Add status page'];
    if (path.input !== 'EDIT') return { ...prepared, ...inModal(route, opener) };
    const title = `Stored page ${made}`;
    const { statusPage } = await call('POST', '/statuspage', {
      title,
      addressType: 'UNGUESSABLE',
      enabled: true,
      monitors: [{ monitorId: ids.get(1), name: 'Web shop' }],
    });
    // By its title it is opened again.
    const answers = (screen: string, data: Record<string, unknown>) => ({ ...prepared.answers(screen, data), title });
    const subject = String((statusPage as { id: number }).id);
    return { ...prepared, ...inModal(route, opener, title), answers, subject };
  },
});
