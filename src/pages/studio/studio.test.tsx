// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ada, given, open, withConsole } from '#tests/console/harness.tsx';
import '../../flow/console-flows.ts';

withConsole();

/** May open the Studio and nothing else. */
const owner = { ...ada, sysadmin: false, permissions: ['SYSTEM:Studio.Access'] };

const diagram = () => screen.findByRole('group', { name: 'Diagram of the states' });
const stateAt = async (path: string) => within(await diagram()).getByRole('button', { name: new RegExp(`${path}$`) });
const facts = (title: string) => screen.findByRole('region', { name: title });

describe('the Studio', () => {
  it('lists every flow, and finds one by its title or its id', async () => {
    const user = await open('/studio', owner);
    const dialogs = await screen.findByRole('region', { name: /^Dialogs/ });
    expect(within(dialogs).getByRole('link', { name: /Add NMS device/ })).toBeDefined();
    await user.type(screen.getByRole('textbox', { name: 'Find a flow' }), 'cloud-mon');
    expect(screen.getAllByRole('link', { name: /monitor|condition/ }).map(({ textContent }) => textContent)).toEqual([
      'Add a cloud monitorcloud-monitor',
      'Add a conditioncloud-monitor-condition',
    ]);
    await user.type(screen.getByRole('textbox', { name: 'Find a flow' }), 'x');
    expect(await screen.findByText('No flow has that name')).toBeDefined();
  });

  it('says which flows have published screens, and lists what is not published', async () => {
    const at = '2026-01-02T00:00:00.000Z';
    const published = { flow: 'organization', number: 2, organizationId: null };
    given({
      listPublishedScreens: () => [
        { ...published, screen: 'details' },
        { ...published, screen: 'locations' },
        { ...published, flow: 'policy', screen: 'details' },
      ],
      listScreenEdits: () => [
        { flow: 'credential', screen: 'details@4', organization: 'Acme', by: 'Ada Byron', isOwn: true, keptAt: at },
        { flow: 'policy', screen: 'details', organization: null, by: 'Grace Hopper', isOwn: false, keptAt: at },
      ],
    });
    await open('/studio', owner);
    expect(await screen.findByRole('link', { name: /^Add an organization.*2 published screens$/ })).toBeDefined();
    expect(screen.getByRole('link', { name: /^New policy.*1 published screen$/ })).toBeDefined();
    const changes = await screen.findByRole('region', { name: /^Unpublished changes/ });
    const links = within(changes).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      [
        expect.stringMatching(/^New Credential: your change.*credential\/details · Acme/),
        '/#/studio/credential/details@4',
      ],
      [expect.stringMatching(/^New policy: a change of Grace Hopper/), '/#/studio/policy/details'],
    ]);
  });

  it('names flows in the language of the console', async () => {
    const texts = [{ key: 'flows.policy.title.NEW', from: 'New policy', text: 'Nowa zasada' }];
    given({ readConsoleWords: () => ({ number: 1, texts }) });
    await open('/studio', { ...owner, language: 'pl-pl' });
    expect(await screen.findByRole('link', { name: /^Nowa zasada/ })).toBeDefined();
  });

  it('is for those who have its permission', async () => {
    await open('/studio/organization', { ...owner, permissions: ['ORGANIZATION:View'] });
    expect(await screen.findByRole('heading', { name: 'You do not have access to this page', level: 1 })).toBeDefined();
  });

  it('begins with the first step of a flow, and says where each event leads', async () => {
    await open('/studio/organization', owner);
    expect((await stateAt('editing.details')).getAttribute('aria-pressed')).toBe('true');
    const leaving = within(await facts('Details')).getByRole('region', { name: 'Leads to' });
    const ways = within(leaving)
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(ways).toEqual(['SubmitLocations', 'A step is chosenLocations', 'A step is chosenConfirm', 'CloseClosed']);
    const arriving = within(await facts('Details')).getByRole('region', { name: 'Reached from' });
    expect(within(arriving).getByRole('button', { name: /“Add organization” is refused/ })).toBeDefined();
    expect(arriving.textContent).toContain('when the server refuses a field of “Details”');
  });

  it('shows the screen of the state that is chosen in the diagram or by a way to it, and keeps it in the address', async () => {
    const user = await open('/studio/organization', owner);
    await user.click(await stateAt('editing.locations'));
    const preview = await screen.findByRole('region', { name: 'Screen' });
    expect(await within(preview).findByRole('heading', { name: 'Locations', hidden: true })).toBeDefined();
    expect(window.location.hash).toContain('state=editing.locations');
    await user.click(within(await facts('Locations')).getByRole('button', { name: /^Back\s*Details$/ }));
    await waitFor(async () => expect((await stateAt('editing.details')).getAttribute('aria-pressed')).toBe('true'));
    await user.click(await stateAt('closed'));
    expect(await screen.findByText('This state has no screen of its own')).toBeDefined();
  });

  it('leaves the screen alone until it is tried', async () => {
    const user = await open('/studio/organization', owner);
    const details = await stateAt('editing.details');
    await user.click(details);
    const preview = await screen.findByRole('region', { name: 'Screen' });
    const frame = (await within(preview).findByRole('heading', { name: 'Details', hidden: true })).closest('[inert]');
    expect(frame).not.toBeNull();
    await user.click(within(preview).getByRole('switch', { name: 'Try it' }));
    await user.type(await within(preview).findByRole('textbox', { name: /^Name/ }), 'Northwind');
    await user.click(within(preview).getByRole('button', { name: 'Next' }));
    expect(await within(preview).findByRole('heading', { name: 'Locations' })).toBeDefined();
  });

  it('shows a step as it is when something new is added, and when something stored is edited', async () => {
    const user = await open('/studio/organization', owner);
    const preview = await screen.findByRole('region', { name: 'Screen' });
    const name = () => within(preview).findByRole<HTMLInputElement>('textbox', { name: /^Name/, hidden: true });
    expect((await name()).value).toBe('');
    await user.click(within(preview).getByRole('radio', { name: 'Edit' }));
    await waitFor(async () => expect((await name()).value).not.toBe(''));
  });

  it('does not know every name', async () => {
    await open('/studio/nothing', owner);
    expect(await screen.findByRole('heading', { name: 'Not found', level: 1 })).toBeDefined();
  });
});
