import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import known from './flow.ts';

const organization = 'Northwind';
const location = 'Main office';
/** Nothing of a test leaves this computer, and what is watched answers or refuses at once. */
const here = '127.0.0.1';
const targets: Record<string, unknown> = {
  hostname: here,
  dnsServer: `${here}:9`,
  httpHostname: `http://${here}:9/`,
  smtpHostname: here,
  popHostname: here,
  imapHostname: here,
};

/** What a stored condition says beside what it was given. */
const ofTheServer = new Set(['id', 'description', 'state', 'raisedAt']);

let place: Promise<{ clientId: number; locationId: number }> | undefined;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const call = (method: string, at: string, body?: unknown) => callByApi(product, cookie, method, at, body);
    place ??= (async () => {
      const { client } = await call('POST', '/client', { name: organization, locations: [{ name: location }] });
      // An only organization would be chosen by itself.
      await call('POST', '/client', { name: 'Contoso', locations: [{ name: location }] });
      const { id, locations } = client as { id: number; locations: { id: number }[] };
      return { clientId: id, locationId: locations[0]?.id ?? 0 };
    })();
    const where = await place;
    const local = (data: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(data).map(([name, value]) => [name, targets[name] ?? value]));
    const prepared = {
      answers: (screen: string, data: Record<string, unknown>) =>
        screen === 'setup' ? { ...local(data), ...where } : local(data),
      words: (pointer: string) => ({ '/clientId': organization, '/locationId': location })[pointer],
    };
    if (path.input === 'NEW') return prepared;
    // The stored monitor is of the kind that the path reads.
    const read = path.steps
      .map(({ move }) => move)
      .find((move) => move.kind === 'done' && move.effect === 'readMonitor');
    const replies = known.replies?.['readMonitor'] ?? {};
    const reply = (replies[read?.kind === 'done' ? read.reply : ''] ?? Object.values(replies)[0]) as typeof targets;
    const { conditions, ...stored } = reply;
    const secrets = Object.keys(stored)
      .filter((name) => name.endsWith('Set') && stored[name] === true)
      .map((name) => [name.slice(0, -'Set'.length), 'a secret'] as const);
    const told = Object.entries(stored).filter(
      ([name]) => name !== 'id' && name !== 'revision' && !name.endsWith('Set'),
    );
    const { cloudMonitor } = await call('POST', '/cloudmonitor', {
      ...local(Object.fromEntries([...told, ...secrets])),
      ...where,
      conditions: (conditions as Record<string, unknown>[]).map((condition) =>
        Object.fromEntries(Object.entries(condition).filter(([name]) => !ofTheServer.has(name))),
      ),
    });
    return { ...prepared, subject: String((cloudMonitor as { id: number }).id) };
  },
});
