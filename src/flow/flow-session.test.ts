import { describe, expect, it, vi } from 'vitest';
import { CallFailed } from '#api/call-failed.ts';
import type { Flow } from '#engine/flow/flow.ts';
import organization from '#machines/organization/flow.ts';
import manifest from '#schemas/organization/flow.json';
import { memoryStorage } from '#tests/flows/memory-storage.ts';
import { instance, screensOf, settled } from '#tests/flows/rehearsal.ts';
import { createFlowSession, type FlowSessionSettings } from './flow-session.ts';
import { localDrafts } from './local-drafts.ts';
import type { KeptDraft } from './kept-draft.ts';

const flow = { ...manifest, ...organization } as Flow;
const screens = screensOf('organization');
const input = { instance, mode: 'NEW', now: '2026-01-01T00:00:00.000Z' } as const;

function setting(change: Partial<FlowSessionSettings> = {}) {
  const stored: KeptDraft[] = [];
  const removed: string[] = [];
  const door = vi.fn<FlowSessionSettings['door']>(async () => ({ client: { id: 9 } }));
  const session = createFlowSession({
    flow,
    screens,
    door,
    input,
    drafts: {
      owner: '1',
      local: localDrafts(memoryStorage()),
      server: {
        read: async () => stored.at(-1),
        list: async () => stored,
        save: async (draft) => {
          stored.push(structuredClone(draft));
          return draft.revision;
        },
        remove: async (id) => void removed.push(id),
      },
      now: () => '2026-01-01T00:00:00.000Z',
    },
    ...change,
  });
  const submit = (data: Record<string, unknown> = {}) =>
    session.send({ type: 'step.submitted', screen: session.moment().view.screen, data } as never);
  return { session, stored, removed, door, submit };
}

describe('a session of a flow', () => {
  it('makes the call that the machine names, with its key, and ends with the output', async () => {
    const { session, door, submit, removed } = setting();
    submit({ name: 'Northwind' });
    submit({ locations: [{ name: 'Rotterdam' }] });
    submit();
    expect(door).toHaveBeenCalledWith(
      'addOrganization',
      { body: { name: 'Northwind', locations: [{ name: 'Rotterdam' }] } },
      expect.objectContaining({ idempotencyKey: `${instance}-addOrganization-0` }),
    );
    await vi.waitFor(() => expect(session.moment()).toHaveProperty('output'));
    expect(session.moment()).toMatchObject({ output: { outcome: 'finished' }, view: { done: true } });
    await vi.waitFor(() => expect(removed).toEqual([instance]));
    expect(session.changed()).toBe(false);
  });

  it('turns a failed call into a refusal with its fields', async () => {
    const door = async () => {
      throw new CallFailed('organization_name_in_use', 'It exists.', {
        status: 409,
        fields: { '/name': 'It exists.' },
      });
    };
    const { session, submit } = setting({ door });
    submit({ name: 'Northwind' });
    submit({ locations: [{ name: 'Rotterdam' }] });
    submit();
    await settled();
    expect(session.moment().view).toMatchObject({
      screen: 'details',
      refusal: { code: 'organization_name_in_use', fields: { '/name': 'It exists.' } },
    });
  });

  it('keeps no draft of what was only looked at, and asks nobody on leaving it', async () => {
    const { session, stored } = setting();
    session.send({ type: 'step.changed', screen: 'details', data: { timeZoneId: '_Division' } });
    await session.keeper.flush();
    expect(stored).toEqual([]);
    expect(session.changed()).toBe(false);
  });

  it('calls its draft by the name that was given, as soon as there is one, and no longer than the server takes', async () => {
    const { session, stored } = setting();
    const draftOf = async (name: string) => {
      session.send({ type: 'step.changed', screen: 'details', data: { name, description: 'x' } });
      await session.keeper.flush();
      return stored.at(-1)?.title;
    };
    expect(await draftOf(' ')).toBe('Add an organization');
    expect(await draftOf('Northwind')).toBe('Add an organization: Northwind');
    expect(await draftOf('n'.repeat(250))).toHaveLength(200);
  });

  it('goes on with a draft in another page where the first one left it', async () => {
    const first = setting();
    first.submit({ name: 'Northwind' });
    first.session.send({ type: 'step.changed', screen: 'locations', data: { locations: [{ name: 'Rotterdam' }] } });
    await first.session.keeper.flush();
    const [kept] = first.stored.slice(-1);
    const second = setting({
      resume: { snapshot: JSON.parse(JSON.stringify(kept?.snapshot)), revision: kept?.revision ?? null },
    });
    expect(second.session.moment().view).toEqual({ ...first.session.moment().view, can: expect.anything() });
    expect(second.session.notice).toBeUndefined();
    expect(second.session.changed()).toBe(false);
  });

  it('begins with the defaults beside the answers that it was opened with', () => {
    const { session } = setting({ input: { instance, mode: 'NEW', now: '', answers: { locations: { extra: 1 } } } });
    expect(session.moment().view.answers).toEqual({ locations: { locations: [{ name: 'Main office' }], extra: 1 } });
  });

  it('passes a defect on to who draws it instead of going quiet', async () => {
    const { session, submit } = setting({ door: async () => Promise.reject(new TypeError('a defect')) });
    submit({ name: 'Northwind' });
    submit({ locations: [{ name: 'Rotterdam' }] });
    submit();
    await settled();
    expect(() => session.moment()).toThrow('a defect');
  });

  describe('of a flow whose manifest declares what it is given', () => {
    const place: Partial<FlowSessionSettings> = {
      flow: {
        ...flow,
        given: { type: 'object', properties: { deviceId: { type: 'integer' } } },
        validateGiven: (values) =>
          typeof (values as Record<string, unknown>)['deviceId'] === 'number'
            ? []
            : [{ pointer: '/deviceId', keyword: 'type', message: 'Must be a number' }],
      },
    };
    const opened = (given?: Record<string, unknown>) => () =>
      setting({ ...place, input: { ...input, ...(given && { given }) } });

    it('starts with what the manifest accepts', () => {
      expect(opened({ deviceId: 7 })().session.moment().view.screen).toBe('details');
    });

    it.each([[{ deviceId: 'seven' }], [undefined]])('does not start with %j', (given) => {
      expect(opened(given)).toThrow('is given what its manifest refuses: /deviceId Must be a number');
    });

    it('does not resume a draft that was given what the manifest refuses', async () => {
      const first = opened({ deviceId: 7 })();
      first.submit({ name: 'Northwind' });
      await first.session.keeper.flush();
      const draft = JSON.parse(JSON.stringify(first.stored.at(-1)?.snapshot)) as { context: object };
      const resume = (context: object) => () =>
        setting({ ...place, resume: { snapshot: { ...draft, context }, revision: null } });
      expect(resume(draft.context)().session.moment().view.screen).toBe('locations');
      expect(resume({ ...draft.context, given: { deviceId: 'seven' } })).toThrow('is given what its manifest refuses');
    });
  });

  it('does not start when it is given something that the manifest does not declare', () => {
    expect(() => setting({ input: { ...input, given: { deviceId: 7 } } })).toThrow('is given nothing');
  });
});
