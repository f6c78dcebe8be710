// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show, viewOf } from '#tests/screens/step-harness.tsx';

const steps = [
  { id: 'chooses', title: 'Chooses', status: 'done', canChoose: true },
  { id: 'asks', title: 'Asks', status: 'current', canChoose: false },
  { id: 'sums-up', title: 'Confirm', status: 'upcoming', canChoose: false },
] as const;
const can = viewOf('asks').can;

describe('where the step stands', () => {
  it('titles the page with the step, the flow and the product', async () => {
    await show(viewOf('asks', { steps, position: 2, total: 3 }));
    // React runs the effect that sets it after the paint, which may be later than the heading that `show` waits for.
    await waitFor(() => expect(document.title).toBe('Step 2 of 3: Asks – Add a sample – Cairn'));
  });

  it('moves the focus to the heading of each new step', async () => {
    const { become } = await show(viewOf('asks'));
    await screen.findByLabelText(/^Name/);
    await become({ ...viewOf('works', { words: { name: 'Northwind' } }) });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saving', level: 1 }));
  });

  it('leaves title and focus to the page that shows it as a part, until a step is left', async () => {
    const titled = document.title;
    const { become } = await show(viewOf('asks', { steps, position: 2, total: 3 }), {}, {}, true);
    await screen.findByLabelText(/^Name/);
    expect(document.activeElement).toBe(document.body);
    await become({ ...viewOf('works', { words: { name: 'Northwind' } }) });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Saving', level: 1 }));
    expect(document.title).toBe(titled);
  });

  it('marks the current step and leads to a step that may be chosen', async () => {
    const { user, ofType } = await show(viewOf('asks', { steps, position: 2, total: 3 }));
    const list = screen.getByRole('navigation', { name: 'Steps' });
    expect(within(list).getByText('Asks').closest('li')?.getAttribute('aria-current')).toBe('step');
    expect(within(list).queryByRole('button', { name: /Confirm/ })).toBeNull();
    await user.click(within(list).getByRole('button', { name: /Chooses/ }));
    expect(ofType('step.chosen')).toEqual([{ type: 'step.chosen', screen: 'chooses' }]);
  });

  it('says at a step that cannot be reached which one is to be finished first', async () => {
    const blocked = { ...steps[2], blockedBy: 'Asks' };
    const { user, sent } = await show(viewOf('asks', { steps: [steps[0], steps[1], blocked], position: 2, total: 3 }));
    const step = screen.getByRole('button', { name: /^Confirm/ });
    expect(step.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(step.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('Finish “Asks” first');
    await user.click(step);
    expect(sent).toEqual([]);
    expect(document.activeElement).toBe(step);
  });

  it('tells the machine what was typed before it goes back', async () => {
    const { user, sent } = await show(viewOf('asks', { can: { ...can, back: true } }));
    await user.type(await screen.findByLabelText(/^Name/), 'Web');
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(sent.map(({ type }) => type)).toEqual(['step.changed', 'back']);
    expect(sent[0]).toMatchObject({ screen: 'asks', data: { name: 'Web' } });
  });
});

describe('submitting', () => {
  it('says everything that is wrong in one place, in the words of the fields, and leads to them', async () => {
    const { user, ofType } = await show(viewOf('asks'));
    await screen.findByLabelText(/^Port/);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const summary = screen.getByRole('alert');
    expect(document.activeElement).toBe(summary);
    const link = within(summary).getByRole('link', { name: 'Name: Required' });
    expect(screen.getByLabelText(/^Name/).getAttribute('aria-describedby')).toContain('-error');
    await user.click(link);
    expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
    expect(ofType('step.submitted')).toEqual([]);
  });

  it('lets an error go as soon as the field is right after a failed submit', async () => {
    const { user } = await show(viewOf('asks'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(screen.getByLabelText(/^Name/), 'W');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('submits by Enter in a field', async () => {
    const { user, ofType } = await show(viewOf('asks'));
    await user.type(screen.getByLabelText(/^Name/), 'Web{Enter}');
    expect(ofType('step.submitted')[0]?.data).toMatchObject({ name: 'Web', kind: 'PING', port: 80 });
  });

  it('does not submit twice, nor while an effect is under way', async () => {
    const { user, ofType, become } = await show(viewOf('asks', { data: { name: 'Web', kind: 'PING', port: 80 } }));
    await user.dblClick(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')).toHaveLength(1);
    await become({ busy: true });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.type(screen.getByLabelText(/^Name/), '2{Enter}');
    expect(ofType('step.submitted')).toHaveLength(1);
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Web');
  });

  it('drops the answers of fields that no longer stand, and asks again for none of them', async () => {
    const data = { name: 'Web', kind: 'PING', port: 80, url: 'https://example.com', method: 'HEAD', reason: 'old' };
    const { user, ofType } = await show(viewOf('asks', { data }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data).toEqual({ name: 'Web', kind: 'PING', port: 80 });
  });
});

describe('what the server refused', () => {
  it('says it above the form and on its field until the field changes', async () => {
    const { user, become } = await show(viewOf('asks', { data: { name: 'Web', kind: 'PING', port: 80 } }));
    await become({
      refusal: { code: 'invalid_input', message: 'The server refused this.', fields: { '/name': 'Already taken' } },
    });
    expect(document.activeElement?.textContent).toContain('The server refused this.');
    expect(screen.getByText('Already taken').closest('[data-pointer]')?.getAttribute('data-pointer')).toBe('/name');
    await user.type(screen.getByLabelText(/^Name/), '2');
    expect(screen.queryByText('Already taken')).toBeNull();
  });

  it('leaves the focus in the field that is mended while another one is still refused', async () => {
    const refused = { code: 'invalid_input', message: 'The server refused this.' };
    const fields = { '/name': 'Already taken', '/port': 'In use' };
    const { user, become } = await show(viewOf('asks', { data: { name: 'Web', kind: 'PING', port: 80 } }));
    await become({ refusal: { ...refused, fields } });
    const name = screen.getByLabelText(/^Name/);
    await user.type(name, '2');
    await become({ refusal: { ...refused, fields: { '/port': 'In use' } } });
    expect(document.activeElement).toBe(name);
  });

  it('names a refused field that stands on another screen', async () => {
    await show(
      viewOf('chooses', { refusal: { code: 'invalid_input', message: 'No.', fields: { '/elsewhere': 'Too long' } } }),
      {
        organization: async () => [],
      },
    );
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('elsewhere: Too long'));
  });
});

describe('telling the machine', () => {
  it('waits for a pause and sends one change, not one for each key', async () => {
    const { user, ofType } = await show(viewOf('asks'));
    await user.type(screen.getByLabelText(/^Name/), 'Northwind');
    expect(ofType('step.changed')).toHaveLength(0);
    await waitFor(() => expect(ofType('step.changed')).toHaveLength(1), { timeout: 1500 });
    expect(ofType('step.changed')[0]?.data).toMatchObject({ name: 'Northwind' });
  });

  it('takes over answers that the machine changed, and keeps what is typed over its own echo', async () => {
    const { user, become } = await show(viewOf('asks'));
    await user.type(screen.getByLabelText(/^Name/), 'Web');
    await become({ data: { name: 'Given', kind: 'PING', port: 443 } });
    expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Given');
    expect((await screen.findByLabelText<HTMLInputElement>(/^Port/)).value).toBe('443');
  });

  it('tells what was typed when the person leaves without a button', async () => {
    const { user, ofType, unmount } = await show(viewOf('asks'));
    await user.type(screen.getByLabelText(/^Name/), 'Web');
    unmount();
    expect(ofType('step.changed')).toHaveLength(1);
  });
});

describe('what is missing', () => {
  it('stands beside the button and goes when it is given', async () => {
    const { user } = await show(viewOf('asks'));
    expect(screen.getByText('Still needed: Name')).toBeTruthy();
    await user.type(screen.getByLabelText(/^Name/), 'Web');
    await waitFor(() => expect(screen.queryByText(/Still needed/)).toBeNull());
  });
});

describe('other kinds of steps', () => {
  it('sums up the earlier answers, secrets on demand, and leads back to change them', async () => {
    const { user, sent } = await show(
      viewOf('sums-up', {
        answers: { asks: { name: 'Web', kind: 'PING', port: 80, secret: 'hunter2', enabled: true } },
        steps: [
          { id: 'asks', title: 'Asks', status: 'done', canChoose: true },
          { id: 'sums-up', title: 'Confirm', status: 'current', canChoose: false },
        ],
        position: 2,
        total: 2,
      }),
    );
    const card = screen.getByRole('region', { name: 'Asks' });
    expect(within(card).getByText('Ping')).toBeTruthy();
    expect(within(card).queryByText('hunter2')).toBeNull();
    await user.click(within(card).getByRole('button', { name: 'Show secret' }));
    expect(within(card).getByText('hunter2')).toBeTruthy();
    await user.click(within(card).getByRole('button', { name: 'Change Asks' }));
    await user.click(screen.getByRole('button', { name: 'Test now' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(sent.map(({ type }) => type)).toEqual(['step.chosen', 'test.requested', 'step.submitted']);
  });

  it('announces what is being done and invents no share of it', async () => {
    await show(viewOf('works', { words: { name: 'Northwind' }, busy: true }));
    expect(screen.getByRole('status').textContent).toBe('Saving Northwind.');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([true, false])(
    'gives the focus to the heading when Stop was pressed and goes away (back: %s)',
    async (back) => {
      const goingOn = { ...can, back, event: (type: string) => type === 'cancel.requested' };
      const { user, become } = await show(viewOf('works', { busy: true, can: goingOn }));
      await user.click(screen.getByRole('button', { name: 'Stop' }));
      await become({ can: { ...can, back, event: () => false } });
      expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    },
  );

  it('offers the ways on that the machine takes', async () => {
    const { user, sent } = await show(
      viewOf('says', { words: { reason: 'the weather' }, can: { ...can, event: (type) => type === 'retried' } }),
    );
    expect(screen.getByRole('alert').textContent).toBe('Because of the weather.');
    expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(sent).toEqual([{ type: 'retried' }]);
  });
});

describe('editing', () => {
  const steps = [
    { id: 'asks', title: 'Asks', status: 'current', canChoose: false },
    { id: 'lists', title: 'Lists', status: 'done', canChoose: false, afterThis: true },
    { id: 'sums-up', title: 'Sums up', status: 'upcoming', canChoose: false, afterThis: true },
  ] as const;
  const filled = { name: 'Web', kind: 'PING', port: 80 };

  it('submits the changed step and goes to the step that was chosen (A9)', async () => {
    const { user, sent } = await show(viewOf('asks', { mode: 'EDIT', data: filled, steps, position: 1, total: 3 }));
    await user.click(screen.getByRole('button', { name: /^Sums up/ }));
    expect(sent.map(({ type }) => type)).toEqual(['step.submitted', 'step.chosen']);
    expect(sent.at(-1)).toEqual({ type: 'step.chosen', screen: 'sums-up' });
  });

  it('stays at a step that is wrong and says why (A9)', async () => {
    const data = { ...filled, name: '' };
    const { user, ofType } = await show(viewOf('asks', { mode: 'EDIT', data, steps, position: 1, total: 3 }));
    await user.click(screen.getByRole('button', { name: /^Sums up/ }));
    expect(ofType('step.chosen')).toEqual([]);
    expect(await screen.findByRole('link', { name: 'Name: Required' })).toBeTruthy();
  });

  it('lists what changed first, old and new, and the rest folded (A9)', async () => {
    const sumsUp = (answers: Record<string, Record<string, unknown>>) =>
      viewOf('sums-up', { mode: 'EDIT', stored: { asks: filled }, answers, steps, position: 3, total: 3 });
    const { become } = await show(sumsUp({ asks: { ...filled, name: 'Shop' } }));
    const changes = screen.getByRole('region', { name: 'Changes' });
    expect(changes.querySelector('del')?.textContent).toBe('Web');
    expect(changes.querySelector('ins')?.textContent).toBe('Shop');
    expect(screen.getByText('Everything that will be saved').closest('details')?.open).toBe(false);
    await become(sumsUp({ asks: filled }));
    expect(screen.getByText('Nothing has changed.')).toBeTruthy();
  });
});

it('takes a field off the list of what is needed as soon as it is filled (A18)', async () => {
  const { user } = await show(viewOf('asks'));
  const needed = () => document.querySelector('[data-step-footer]')?.textContent ?? '';
  await waitFor(() => expect(needed()).toContain('Name'));
  await user.type(screen.getByLabelText(/^Name/), 'W');
  expect(needed()).not.toContain('Name');
});
