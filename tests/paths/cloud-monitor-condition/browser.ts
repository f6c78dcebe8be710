import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { toDraft } from '#engine/flow/draft.ts';
import type { Answers, FlowInput } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase, type Prepared } from '../browser/browser-case.ts';
import { loadFlow } from '../load.ts';
import { rigOf, settled, type Rig } from '../rig.ts';

type Call = (method: string, at: string, body?: unknown) => Promise<Record<string, unknown>>;

/** Watched on this computer: nothing of a test leaves it, and what is watched answers or refuses at once. */
const here = '127.0.0.1';
const common = { enabled: true, monitorName: 'Gateway', frequency: 60, timeout: 10 };
const monitors: Record<string, Answers> = {
  PING: { hostname: here },
  PORT_SCAN: { hostname: here, ports: '443' },
  DNS: { hostname: 'example.com', dnsServer: `${here}:9` },
  HTTP: { httpHostname: `http://${here}:9/`, methodType: 'GET', authenticationType: 'NONE' },
  EMAIL: { emailOption: 'SEND' },
};

/** In a modal above the Conditions of a monitor, which is new or stored. */
export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const call: Call = (method, at, body) => callByApi(product, cookie, method, at, body);
    const { material } = await loadFlow('cloud-monitor-condition');
    const { mode, subject, answers = {} } = material.inputs[path.input] ?? {};
    const { monitorType, ...looksAt } = answers['settings'] ?? {};
    const monitor = { ...common, monitorType, ...monitors[String(monitorType)] };
    const open = (page: Page) =>
      page
        .locator('[data-flow="cloud-monitor"]')
        .locator(mode === 'EDIT' ? 'tr[data-row="0"] button[aria-label^="Edit"]' : '[data-add]')
        .click();
    const conditions = mode === 'EDIT' ? [{ ...answers['condition'], ...looksAt }] : [];
    const around = subject === undefined ? await fresh(call, monitor) : await stored(call, { ...monitor, conditions });
    return { ...around, place: { ...around.place, open } };
  },
});

type Around = Pick<Prepared, 'subject'> & { place: { route: string } };

/** A monitor that is being added; mail is sent somewhere first. */
async function fresh(call: Call, setup: Answers): Promise<Around> {
  const { screens } = await loadFlow('cloud-monitor');
  const draft = await putDown(call, { mode: 'NEW' }, async (rig) => {
    rig.send({ type: 'step.submitted', screen: 'setup', data: setup });
    if (setup['monitorType'] !== 'EMAIL') return;
    const [outbound] = screens['outbound']?.document.examples?.valid ?? [];
    rig.send({ type: 'step.submitted', screen: 'outbound', data: outbound });
  });
  return { place: { route: `/editor/cloudMonitor?draft=${draft}` } };
}

/** One that is stored, and changed. */
async function stored(call: Call, monitor: Answers): Promise<Around> {
  const { client } = await call('POST', '/client', {
    name: `Northwind ${randomUUID()}`,
    locations: [{ name: 'Main' }],
  });
  const { id: clientId, locations } = client as { id: number; locations: { id: number }[] };
  const { cloudMonitor } = await call('POST', '/cloudmonitor', {
    ...monitor,
    clientId,
    locationId: locations[0]?.id,
  });
  const subject = String((cloudMonitor as { id: number }).id);
  const reply = await call('GET', `/cloudmonitor/${subject}`);
  const draft = await putDown(call, { mode: 'EDIT', subject }, async (rig) => {
    rig.pending('readMonitor')?.done(reply);
    await settled();
    rig.send({ type: 'step.chosen', screen: 'conditions' });
  });
  return { subject, place: { route: `/wizard/cloudMonitor/${subject}?draft=${draft}` } };
}

/** A draft of the flow around it, left at its Conditions; its id. */
async function putDown(
  call: Call,
  input: Pick<FlowInput, 'mode' | 'subject'>,
  leave: (rig: Rig) => Promise<void>,
): Promise<string> {
  const { flow, screens } = await loadFlow('cloud-monitor');
  const instance = randomUUID();
  const rig = rigOf(flow, { ...input, instance, now: new Date().toISOString() });
  await leave(rig);
  const snapshot = toDraft(flow, screens, rig.snapshot());
  rig.stop();
  await call('PUT', `/draft/${instance}`, {
    flow: flow.id,
    title: flow.title[input.mode],
    subject: input.subject ?? null,
    state: snapshot?.state,
    screenVersions: snapshot?.screenVersions,
    snapshot,
    revision: randomUUID(),
  });
  return instance;
}
