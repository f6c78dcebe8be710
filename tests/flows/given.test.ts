// What a flow begins with and no screen asks, with the flow that puts a selection into maintenance.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkManifest } from '#engine/document/check-document.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { toDraft } from '#engine/flow/draft.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import { checkGiven, valuesOf } from '#engine/flow/given.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { stepsFor } from '#engine/flow/steps.ts';
import { allFlows } from './all-flows.ts';
import { rehearse, screensOf } from './rehearsal.ts';

const found = allFlows.find(({ id }) => id === 'maintenance');
if (found === undefined) throw new Error('there is no flow "maintenance"');
const flow = found;
const screens = screensOf('maintenance');
const given = { timeZone: 'Europe/Berlin', subject: 'DEVICES', suppresses: 'NO_ANTIVIRUS', deviceIds: [7, 8] };
const contextOf = (stage: ReturnType<typeof rehearse>) => stage.snapshot().context as FlowContext;

describe('what a flow is given', () => {
  it('is no answer of a screen, whatever the form of that screen says of it', () => {
    const stage = rehearse(flow, { given });
    expect(stage.view().data).toMatchObject({ suppresses: 'NO_ANTIVIRUS', timeZone: 'Europe/Berlin' });
    stage.change({ ...stage.view().data, suppresses: 'ALL', deviceIds: [9], reasonMessage: 'Update' });
    expect(contextOf(stage).answers['window']).toMatchObject({ reasonMessage: 'Update' });
    for (const name of Object.keys(given)) expect(contextOf(stage).answers['window']).not.toHaveProperty(name);
    stage.submit({ ...stage.view().data, suppresses: 'ALL', deviceIds: [9] });
    expect(contextOf(stage).answers['window']).not.toHaveProperty('suppresses');
    expect(stage.call('setMaintenance').input.body).toMatchObject({ deviceIds: [7, 8], options: { avScans: false } });
  });

  it('decides which steps there are', () => {
    const steps = [{ screen: 'a' }, { screen: 'b', when: { '/given/subject': ['DEVICES'] } }];
    expect(stepsFor(steps, valuesOf({ answers: {}, given }))).toEqual(['a', 'b']);
    expect(stepsFor(steps, valuesOf({ answers: {} }))).toEqual(['a']);
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['no device', { ...given, deviceIds: [] }],
    ['monitors as devices', { ...given, deviceIds: undefined, monitorIds: [7] }],
    ['devices and monitors', { ...given, monitorIds: [7] }],
    ['what nobody declared', { ...given, token: 'x' }],
    ['a name that no device can have', { ...given, name: 'n'.repeat(411) }],
  ])('is refused where it is %s', (_, values) => {
    const sound: unknown = values === undefined ? undefined : JSON.parse(JSON.stringify(values));
    expect(() => checkGiven(flow, sound)).toThrow('is given what its manifest refuses');
  });

  it('may be as long a name as a device can have', () => {
    expect(() => checkGiven(flow, { ...given, name: 'n'.repeat(410) })).not.toThrow();
  });

  it('is refused where the manifest declares nothing', () => {
    expect(() => checkGiven({ id: 'other' }, given)).toThrow('is given nothing');
    expect(() => checkGiven({ id: 'other' }, undefined)).not.toThrow();
  });
});

describe('a draft', () => {
  const draftOf = (change: (context: Record<string, unknown>) => object = (context) => context): unknown => {
    const draft = toDraft(flow, screens, rehearse(flow, { given }).snapshot());
    const stored = JSON.parse(JSON.stringify(draft)) as { context: Record<string, unknown> };
    return { ...stored, context: change(stored.context) };
  };
  const resumedFrom = (draft: unknown, now?: Answers) =>
    contextOf(rehearse(flow, {}, fromDraft(flow, screens, draft, {}, now).snapshot));

  it('keeps what the flow was given, and takes nothing else from who opens it again', () => {
    expect(resumedFrom(draftOf(), { ...given, deviceIds: [9], name: 'web-1' }).given).toEqual(given);
  });

  it('that was stored while the screen still asked for it opens, and has it from those answers', () => {
    const old = draftOf(({ given: held, answers, ...context }) => ({
      ...context,
      answers: {
        window: { ...(answers as Record<string, Answers>)['window'], ...(held as Answers), reasonMessage: 'A' },
      },
    }));
    const { given: had, answers } = resumedFrom(old, { ...given, deviceIds: [9], ruleZone: 'UTC' });
    expect(had).toEqual({ ...given, ruleZone: 'UTC' });
    expect(answers['window']).toMatchObject({ reasonMessage: 'A', startType: 'NOW' });
    expect(answers['window']).not.toHaveProperty('deviceIds');
  });

  it('with what the manifest refuses is none', () => {
    const broken = draftOf((context) => ({ ...context, given: { ...given, deviceIds: ['7'] } }));
    expect(() => resumedFrom(broken)).toThrow('is given what its manifest refuses');
  });
});

describe('a manifest', () => {
  const text = readFileSync('schemas/maintenance/flow.json', 'utf8');
  const documents = Object.fromEntries(Object.entries(screens).map(([id, { document }]) => [id, document]));
  const problemsOf = (manifest: string, more: Record<string, ScreenDocument> = {}) =>
    checkManifest(manifest, { ...documents, ...more }).map(({ message }) => message);

  it('names what is declared', () => {
    expect(problemsOf(text)).toEqual([]);
    expect(problemsOf(text.replace('"/given/monitorIds"', '"/given/monitorId"')).join()).toContain(
      '"/given/monitorId" is no answer',
    );
    expect(problemsOf(text.replace('"/given/name",', '')).join()).toContain('"/given/name" is asked and never sent');
  });

  it('keeps no secret, and no screen asks for what is given', () => {
    const secret = text.replace('"title": "Name",', '"title": "Name", "writeOnly": true,');
    expect(problemsOf(secret).join()).toContain('"/name" is a secret, and drafts keep what is given');
    const { given: _, ...asking } = documents['window'] ?? { title: '' };
    expect(problemsOf(text, { window: asking }).join()).toContain('"window" asks "suppresses", which is given');
    const taking = { ...asking, given: ['suppresses', 'timeZone', 'notifications'] };
    expect(problemsOf(text, { window: taking }).join()).toContain('"window" takes "notifications"');
    expect(problemsOf(text, { given: { title: 'Given' } }).join()).toContain('"given" is no name of a screen');
  });
});

describe.each(['backup-job', 'managed-folder'])('a draft of the flow %s', (id) => {
  const own = allFlows.find((one) => one.id === id);
  const ownScreens = screensOf(id);
  const filled = ownScreens['basic']?.document.examples?.valid[0];

  it('that was stored while its form had the device opens, and tests with that device', () => {
    if (own === undefined) throw new Error(`there is no flow "${id}"`);
    const stage = rehearse(own, { given: { nodeId: 12 } });
    stage.change({ ...stage.view().data, ...(filled as Answers) });
    const stored = JSON.parse(JSON.stringify(toDraft(own, ownScreens, stage.snapshot()))) as { context: FlowContext };
    const { given: _, answers, ...context } = stored.context;
    const basic = { ...answers['basic'], nodeId: 7 };
    const old = { ...stored, context: { ...context, answers: { ...answers, basic } } };
    const again = rehearse(own, {}, fromDraft(own, ownScreens, old, {}, { nodeId: 12 }).snapshot);
    expect(contextOf(again)).toMatchObject({ given: { nodeId: 7 }, answers: { basic: answers['basic'] } });
    again.submit(again.view().data);
    expect(again.calls.at(-1)?.input.body).toMatchObject({ nodeId: 7 });
  });

  it('that is changed names the device that the flow was given, and no answer holds it', async () => {
    if (own === undefined) throw new Error(`there is no flow "${id}"`);
    const stage = rehearse(own, { mode: 'EDIT', subject: '3', given: { nodeId: 7 } });
    await stage.calls.at(-1)?.done({ id: 3, revision: 2, nodeId: 7 });
    expect(Object.keys(contextOf(stage).answers)).not.toContain('given');
    expect(contextOf(stage).given).toEqual({ nodeId: 7 });
  });
});
