import { describe, expect, it } from 'vitest';
import { changesOf } from '#engine/flow/changes.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import {
  flow,
  screens,
  ping,
  http,
  dns,
  ports,
  email,
  pop,
  imap,
  condition,
  saved,
  atConfirm,
  outbound,
} from '#tests/flows/cloud-monitor-rehearsal.ts';

describe('adding a cloud monitor', () => {
  it('asks Setup, Conditions and Confirm for ping, and Request too for HTTP (F08-04, F08-06, F08-07, F08-70)', () => {
    const stage = rehearse(flow);
    expect(stage.view().steps.map(({ title }) => title)).toEqual(['Setup', 'Conditions', 'Confirm']);
    stage.submit(http);
    expect(stage.state()).toBe('editing.request');
    expect(stage.view().steps.map(({ title }) => title)).toEqual(['Setup', 'Request', 'Conditions', 'Confirm']);
    stage.send({ type: 'back' });
    stage.submit(ping);
    expect(stage.state()).toBe('editing.conditions');
  });

  it.each([
    ['SEND', ['Setup', 'Outbound', 'Conditions', 'Confirm']],
    ['RECEIVE', ['Setup', 'Inbound', 'Conditions', 'Confirm']],
    ['ROUND_TRIP', ['Setup', 'Outbound', 'Inbound', 'Conditions', 'Confirm']],
  ])('asks for email with the option %s what that needs (F08-04, F08-05, F08-07, F08-14)', (emailOption, titles) => {
    const stage = atConfirm({ ...email, emailOption });
    expect(stage.view().steps.map(({ title }) => title)).toEqual(titles);
    const seen = titles.slice(0, -1).map(() => {
      stage.send({ type: 'back' });
      return stage.view().screen;
    });
    expect(seen.toReversed()).toEqual(titles.slice(0, -1).map((title) => title.toLowerCase()));
  });

  it.each([
    ['DNS', dns],
    ['PORT_SCAN', ports],
  ])('asks Setup, Conditions and Confirm for %s (F08-07, F08-12, F08-13)', (_, setup) => {
    const stage = atConfirm(setup);
    expect(stage.view().steps.map(({ title }) => title)).toEqual(['Setup', 'Conditions', 'Confirm']);
    stage.submit();
    expect(stage.call('addMonitor').input.body).toEqual({ ...setup, conditions: [] });
  });

  it.each([
    ['POP', pop],
    ['IMAP', imap],
  ])('sends an email monitor with its %s mailbox (F08-58 … F08-60)', (_, inbound) => {
    const stage = atConfirm(email, inbound);
    stage.submit();
    expect(stage.call('addMonitor').input.body).toEqual({ ...email, ...outbound, ...inbound, conditions: [] });
  });

  it('begins a copy with everything but secrets and ids, under a name of its own', async () => {
    const stage = rehearse(flow, { copyOf: '7' });
    expect(stage.call('readMonitor').input).toEqual({ params: { id: '7' } });
    await stage.call('readMonitor').done({
      ...http,
      httpPassword: undefined,
      httpPasswordSet: true,
      id: 7,
      conditions: [{ ...condition, id: 3, type: 'HttpWebsiteFailed' }],
    });
    expect(stage.view()).toMatchObject({ state: 'editing.setup', mode: 'NEW', locked: [] });
    const { setup, conditions } = stage.view().answers;
    expect(setup).toMatchObject({ monitorName: 'Copy of Gateway', httpPasswordSet: false });
    expect(setup).not.toHaveProperty('httpPassword');
    expect(conditions).toMatchObject({ conditions: [{ conditionName: 'Gateway is down' }] });
    expect(JSON.stringify(conditions)).not.toContain('"id"');
  });

  it('opens one page at a time and leads no further than the steps that were passed (F08-68, F08-69)', () => {
    const stage = rehearse(flow);
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    expect(stage.state()).toBe('editing.setup');
    stage.submit(ping);
    stage.submit({ monitorType: 'PING', conditions: [condition] });
    stage.send({ type: 'step.chosen', screen: 'setup' });
    expect(stage.view().steps.map(({ canChoose }) => canChoose)).toEqual([false, true, true]);
    stage.change({ ...ping, monitorName: 'Router' });
    expect(stage.view().steps.map(({ canChoose }) => canChoose)).toEqual([false, false, false]);
  });

  it('sends what was asked, and nothing of a step that the type does not have', () => {
    const stage = atConfirm(http);
    stage.send({ type: 'step.chosen', screen: 'setup' });
    stage.submit(ping);
    stage.submit({ monitorType: 'PING', conditions: [] });
    stage.submit();
    const { key, body } = stage.call('addMonitor').input;
    expect(key).toBe(`${instance}-addMonitor-0`);
    expect(body).toEqual({ ...ping, conditions: [] });
  });

  it('sends headers and form fields that are filled in, not the row that waits for some', () => {
    const stage = rehearse(flow);
    stage.submit(http);
    stage.submit({ requestHeaders: [{ name: 'Accept', value: 'text/html' }, {}], requestBodyType: 'NONE' });
    stage.submit({ monitorType: 'HTTP', conditions: [] });
    stage.submit();
    expect(stage.call('addMonitor').input.body).toEqual({
      ...http,
      requestHeaders: [{ name: 'Accept', value: 'text/html' }],
      requestBodyType: 'NONE',
      conditions: [],
    });
  });

  it('ends with the saved monitor, which its toast and its dashboard are named by', async () => {
    const stage = atConfirm();
    stage.submit();
    expect(stage.view()).toMatchObject({
      state: 'adding',
      screen: 'saving',
      busy: true,
      words: { monitorName: 'Gateway' },
    });
    await stage.call('addMonitor').done(saved);
    expect(stage.output()).toMatchObject({
      outcome: 'finished',
      reply: { id: 42 },
      words: { monitorName: 'Gateway' },
    });
  });

  it.each([
    ['setup', { '/httpHostname': 'Please enter a valid URL' }],
    ['request', { '/requestHeaders/0/name': 'A header name has letters, digits and hyphens only' }],
    ['conditions', { '/conditions/1/runCount': 'Must be between 1 and 100' }],
  ])('returns to the %s step when the server refuses a field of it', async (screen, fields) => {
    const stage = atConfirm(http);
    const before = stage.view().answers;
    stage.submit();
    await stage
      .call('addMonitor')
      .refuse('invalid_input', { message: 'Please correct the fields named here.', fields });
    expect(stage.view()).toMatchObject({ screen, answers: before, refusal: { fields } });
  });

  it('stays at Confirm where the refused field stands on a step that this type does not have (F08-07)', async () => {
    const stage = atConfirm(ping);
    stage.submit();
    await stage.call('addMonitor').refuse('invalid_input', { fields: { '/senderEmail': 'No' } });
    expect(stage.state()).toBe('editing.confirm');
    expect(stage.view().refusal?.fields).toEqual({ '/senderEmail': 'No' });
  });

  it('takes back what was refused about a field once that field changes', async () => {
    const stage = atConfirm();
    stage.submit();
    await stage.call('addMonitor').refuse('invalid_input', { fields: { '/hostname': 'No', '/timeout': 'No' } });
    stage.change({ ...ping, hostname: '192.0.2.2' });
    expect(stage.view().refusal?.fields).toEqual({ '/timeout': 'No' });
    stage.change({ ...ping, hostname: '192.0.2.2', timeout: 5 });
    expect(stage.view().refusal).toBeUndefined();
  });

  it('repeats the request with the same key after an answer that never came, and not after a refusal', async () => {
    const stage = atConfirm();
    stage.submit();
    await stage.call('addMonitor').refuse('offline');
    stage.submit();
    expect(stage.call('addMonitor').input.key).toBe(`${instance}-addMonitor-0`);
    await stage.call('addMonitor').refuse('forbidden');
    stage.submit();
    expect(stage.call('addMonitor').input.key).toBe(`${instance}-addMonitor-1`);
  });

  it('begins with the conditions that most people want, which can be removed (A5)', () => {
    const stage = rehearse(flow);
    stage.submit(ping);
    expect(stage.view().data).toMatchObject({ conditions: [{ type: 'PingFailed', notificationAction: 'SEND' }] });
    stage.submit({ monitorType: 'PING', conditions: [] });
    stage.send({ type: 'step.chosen', screen: 'conditions' });
    expect(stage.view().data).toEqual({ monitorType: 'PING', conditions: [] });
  });

  it('puts conditions of another type aside and brings them back with their type', () => {
    const stage = rehearse(flow);
    stage.submit(ping);
    stage.submit({ monitorType: 'PING', conditions: [condition] });
    stage.send({ type: 'step.chosen', screen: 'setup' });
    stage.submit(http);
    stage.submit({ requestHeaders: [{}], requestBodyType: 'NONE' });
    expect(stage.view().data).toMatchObject({
      monitorType: 'HTTP',
      conditions: [{ type: 'HttpWebsiteFailed' }, { type: 'SSLCertificateExpiration' }],
    });
    expect(stage.view().steps.at(-1)?.canChoose).toBe(false);
    stage.send({ type: 'step.chosen', screen: 'setup' });
    stage.submit(ping);
    expect(stage.view().data).toEqual({ monitorType: 'PING', conditions: [condition] });
  });
});

describe('Test now', () => {
  const reply = { result: { ok: true, responseTime: 12 }, detail: {} };

  it('runs the check without its conditions and shows the result', async () => {
    const stage = atConfirm();
    stage.send({ type: 'test.requested' });
    expect(stage.view()).toMatchObject({ screen: 'confirm', busy: true, can: { submit: false } });
    expect(stage.call('testMonitor').input.body).toEqual({ monitor: ping, conditions: [] });
    await stage.call('testMonitor').done(reply);
    expect(stage.view()).toMatchObject({ state: 'editing.confirm', shown: { test: reply } });
  });

  it.each([
    ['setup', '/monitor/hostname', '/hostname'],
    ['conditions', '/conditions/0/runCount', '/conditions/0/runCount'],
  ])('returns to the %s step when the server refuses %s of the test', async (screen, pointer, field) => {
    const stage = atConfirm();
    stage.send({ type: 'test.requested' });
    await stage.call('testMonitor').refuse('invalid_input', { fields: { [pointer]: 'No' } });
    expect(stage.view()).toMatchObject({ screen, refusal: { fields: { [field]: 'No' } } });
  });

  it('is forgotten when the answers change, and its late reply is dropped', async () => {
    const stage = atConfirm();
    stage.send({ type: 'test.requested' });
    const late = stage.call('testMonitor');
    stage.send({ type: 'step.chosen', screen: 'setup' });
    await late.done(reply);
    expect(stage.view()).toMatchObject({ state: 'editing.setup', shown: {} });
    stage.submit(ping);
    stage.submit({ monitorType: 'PING', conditions: [] });
    stage.send({ type: 'test.requested' });
    await stage.call('testMonitor').done(reply);
    stage.send({ type: 'back' });
    stage.change({ monitorType: 'PING', conditions: [condition] });
    expect(stage.view().shown).toEqual({});
  });
});

describe('editing a cloud monitor', () => {
  const stored = {
    ...http,
    httpPassword: undefined,
    id: 7,
    httpPasswordSet: true,
    requestHeaders: [],
    requestBodyType: 'NONE',
    conditions: [
      { ...condition, id: 3, type: 'HttpWebsiteFailed', description: 'generated', state: 'ok', raisedAt: null },
    ],
    lastDetail: null,
    hostname: null,
  };

  it('begins with what is stored, its type locked (F08-10), and leads to every step at once', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    expect(stage.call('readMonitor').input).toEqual({ params: { id: '7' } });
    await stage.call('readMonitor').done(stored);
    expect(stage.view()).toMatchObject({ state: 'editing.setup', locked: ['/monitorType'] });
    for (const screen of ['setup', 'request', 'conditions']) {
      expect(screens[screen]?.validate(stage.view().answers[screen]), screen).toEqual([]);
    }
    expect(stage.view().steps.map(({ canChoose }) => canChoose)).toEqual([false, true, true, true]);
  });

  it('saves it without a password when none was typed, so that the stored one stays', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readMonitor').done(stored);
    stage.send({ type: 'step.chosen', screen: 'confirm' });
    stage.submit();
    const { params, body } = stage.call('saveMonitor').input;
    expect(params).toEqual({ id: '7' });
    expect(body).not.toHaveProperty('httpPassword');
    expect(body).not.toHaveProperty('httpPasswordSet');
    expect(body).toMatchObject({ conditions: [{ id: 3, type: 'HttpWebsiteFailed' }] });
    await stage.call('saveMonitor').refuse('monitor_type_locked', { message: 'The type cannot change.' });
    expect(stage.view()).toMatchObject({
      screen: 'setup',
      refusal: { fields: { '/monitorType': 'The type cannot change.' } },
    });
  });

  it('lists no condition as changed when only the name changed (A9)', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    const [row] = stored.conditions;
    await stage.call('readMonitor').done({ ...stored, conditions: [{ ...row, ticketingAction: 'NONE' }] });
    stage.submit({ ...(stage.view().answers['setup'] as object), monitorName: 'Renamed' });
    const { answers, stored: before = {} } = stage.view();
    // The form of a condition holds no ticketing while there is none.
    const [{ ticketingAction: _, ...asShown }] = (answers['conditions']?.['conditions'] ?? []) as [Answers];
    const now = { ...answers, conditions: { ...answers['conditions'], conditions: [asShown] } };
    expect(changesOf(Object.values(screens), before, now).map(({ pointer }) => pointer)).toEqual(['/monitorName']);
  });

  it('says why it could not be read and tries again', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readMonitor').refuse('not_found', { message: 'This does not exist, or you may not see it.' });
    expect(stage.view()).toMatchObject({
      screen: 'load-failed',
      words: { reason: 'This does not exist, or you may not see it.' },
    });
    stage.send({ type: 'retried' });
    expect(stage.state()).toBe('loading');
    stage.send({ type: 'closed' });
    expect(stage.output()).toEqual({ outcome: 'closed' });
  });
});
