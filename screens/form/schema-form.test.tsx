// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { OptionSource } from '#screens/options/option-sources.tsx';
import { show, viewOf } from '#tests/screens/step-harness.tsx';

const filled = { name: 'Web', kind: 'PING', port: 80 };

describe('when errors are told', () => {
  it('is on leaving a field, not while it is typed for the first time', async () => {
    const { user } = await show(viewOf('asks'));
    const port = await screen.findByLabelText(/^Port/);
    await user.clear(port);
    await user.type(port, '70000');
    expect(screen.queryByText('Must be between 1 and 65535')).toBeNull();
    await user.tab();
    expect(screen.getByText('Must be between 1 and 65535')).toBeTruthy();
    expect(port.getAttribute('aria-invalid')).toBe('true');
    await user.clear(port);
    await user.type(port, '443');
    expect(screen.queryByText('Must be between 1 and 65535')).toBeNull();
  });

  it('is after the click is through when a click made the person leave', async () => {
    const { user } = await show(viewOf('asks', { can: { ...viewOf('asks').can, back: true } }));
    const name = screen.getByLabelText(/^Name/);
    await user.click(name);
    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Back' }) });
    expect(screen.queryByText('Required')).toBeNull();
    await user.pointer({ keys: '[/MouseLeft]' });
    expect(await screen.findByText('Required')).toBeTruthy();
  });
});

describe('conditional fields', () => {
  it('appear in their place with their defaults, and nested ones follow', async () => {
    const { user, container } = await show(viewOf('asks', { data: filled }));
    await user.click(await screen.findByText('HTTP'));
    expect(await screen.findByLabelText(/^URL/)).toBeTruthy();
    const order = [...container.querySelectorAll('[data-pointer]')].map((field) => field.getAttribute('data-pointer'));
    expect(order.slice(0, 4)).toEqual(['/name', '/kind', '/url', '/method']);
    expect((await screen.findByLabelText<HTMLInputElement>('GET')).checked).toBe(true);
    await user.click(screen.getByLabelText('HEAD'));
    expect(await screen.findByLabelText('Reason')).toBeTruthy();
  });

  it('are marked to fade in, and fields that the form opened with are not', async () => {
    const { user, container } = await show(viewOf('asks', { data: filled }));
    await user.click(await screen.findByText('HTTP'));
    await screen.findByLabelText(/^URL/);
    const fading = [...container.querySelectorAll('[data-appears]')].map((field) => field.getAttribute('data-pointer'));
    expect(fading).toContain('/url');
    expect(fading).not.toContain('/name');
  });

  it('hide what depends on a hidden one, and give back what was typed when they return', async () => {
    const { user } = await show(
      viewOf('asks', { data: { ...filled, kind: 'HTTP', method: 'HEAD', url: 'https://example.com' } }),
    );
    expect(await screen.findByLabelText('Reason')).toBeTruthy();
    await user.click(await screen.findByText('Ping'));
    expect(screen.queryByLabelText(/^URL/)).toBeNull();
    expect(screen.queryByLabelText('Reason')).toBeNull();
    await user.click(screen.getByText('HTTP'));
    expect((await screen.findByLabelText<HTMLInputElement>(/^URL/)).value).toBe('https://example.com');
  });

  it('say the words of their document', async () => {
    const { user } = await show(viewOf('asks', { data: { ...filled, kind: 'HTTP', method: 'GET', url: 'nowhere' } }));
    await user.click(await screen.findByLabelText(/^URL/));
    await user.tab();
    expect(screen.getByText('Give an address')).toBeTruthy();
  });
});

describe('fields', () => {
  it('render alone: typing in one renders no other', async () => {
    const { user, container } = await show(viewOf('asks', { data: filled }));
    await screen.findByLabelText(/^Port/);
    await screen.findByRole('switch');
    await user.click(screen.getByLabelText(/^Name/));
    const changed = new Set<string>();
    const watch = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(element?.closest('[data-pointer]')?.getAttribute('data-pointer') ?? 'elsewhere');
      }
    });
    watch.observe(container, { subtree: true, childList: true, attributes: true, characterData: true });
    await user.keyboard('2');
    await act(async () => undefined);
    watch.disconnect();
    expect(changed.has('/name')).toBe(true);
    expect([...changed].filter((pointer) => pointer !== '/name')).toEqual([]);
  });

  it('count their characters where the document says so', async () => {
    await show(viewOf('asks', { data: filled }));
    expect(screen.getByText('3 / 10')).toBeTruthy();
  });

  it('neither clamp nor lose a number that is wrong', async () => {
    const { user, ofType } = await show(viewOf('asks', { data: filled }));
    const port = await screen.findByLabelText<HTMLInputElement>(/^Port/);
    await user.clear(port);
    await user.type(port, '99999x');
    await user.tab();
    expect(port.value).toBe('99999x');
    await user.clear(port);
    await user.type(port, '8080');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data['port']).toBe(8080);
  });

  it('give a duration in seconds whatever unit the person thinks in', async () => {
    const { user, ofType } = await show(viewOf('asks', { data: { ...filled, every: 120 } }));
    const every = await screen.findByLabelText<HTMLInputElement>('Every');
    expect(every.value).toBe('2');
    await user.selectOptions(screen.getByLabelText('Unit of Every'), 'hours');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data['every']).toBe(7200);
  });

  it('show a secret on demand', async () => {
    const { user } = await show(viewOf('asks', { data: filled }));
    const secret = screen.getByLabelText<HTMLInputElement>('Secret');
    expect(secret.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show secret' }));
    expect(secret.type).toBe('text');
  });

  it('take several of a few values in the order in which they are offered', async () => {
    const { user, ofType } = await show(viewOf('asks', { data: filled }));
    const days = await screen.findByRole('group', { name: 'Days' });
    await user.click(within(days).getByLabelText('Tuesday'));
    await user.click(within(days).getByLabelText('Monday'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data['days']).toEqual(['MON', 'TUE']);
  });

  it('that are locked say so and cannot be changed', async () => {
    await show(viewOf('asks', { data: filled, mode: 'EDIT', locked: ['/kind'] }));
    const kind = await screen.findByRole('radiogroup', { name: /Kind/ });
    expect(within(kind).getByLabelText<HTMLInputElement>('HTTP').disabled).toBe(true);
    expect(screen.getByText('Cannot be changed')).toBeTruthy();
  });

  it('explain themselves to those who cannot see the panel beside them', async () => {
    const { user } = await show(viewOf('asks', { data: filled }));
    const help = screen.getByLabelText(/^Name/).getAttribute('aria-describedby') ?? '';
    expect(help.split(' ').map((id) => document.getElementById(id)?.textContent)).toContain('Shown in lists.');
    await user.click(screen.getByRole('button', { name: 'Help for Name' }));
    expect(screen.getByRole('note').textContent).toBe('Shown in lists.');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('note')).toBeNull();
  });
});

describe('rows of names and values', () => {
  it('always have one to fill in, and lose one only when there are more', async () => {
    const { user, ofType } = await show(viewOf('asks', { data: filled }));
    await screen.findByRole('table', { name: 'Headers' });
    expect(screen.queryByRole('button', { name: 'Remove row 1' })).toBeNull();
    await user.type(screen.getByLabelText('Key'), 'A');
    await user.type(screen.getByLabelText('Value'), '1');
    await user.click(screen.getByRole('button', { name: 'Add a header' }));
    const keys = screen.getAllByLabelText('Key');
    await waitFor(() => expect(document.activeElement).toBe(keys[1]));
    await user.type(keys[1] as HTMLElement, 'B');
    await user.type(screen.getAllByLabelText('Value')[1] as HTMLElement, '2');
    await user.click(screen.getByRole('button', { name: 'Remove A' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data['headers']).toEqual([{ name: 'B', value: '2' }]);
  });

  it('say what is wrong at the cell, and the summary leads there', async () => {
    const { user } = await show(viewOf('asks', { data: { ...filled, headers: [{ name: 'A' }] } }));
    await screen.findByRole('table', { name: 'Headers' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('link', { name: 'Value in row 1 of Headers: Required' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Value'));
  });
});

describe('what is wrong with more than a field', () => {
  const refused = (fields: Record<string, string>, data: Record<string, unknown>) =>
    show(viewOf('asks', { data: { ...filled, ...data }, refusal: { code: 'invalid_input', message: 'No.', fields } }));

  it('is said in the row that it is about', async () => {
    const headers = [
      { name: 'A', value: '1' },
      { name: 'A', value: '1' },
    ];
    const { container } = await refused({ '/headers/1': 'This is said above already.' }, { headers });
    // The first list of a page waits for its code.
    const said = await screen.findByText('This is said above already.', {}, { timeout: 30_000 });
    expect(said.closest('tr')).toBe(container.querySelector('tr[data-row="1"]'));
  });

  it('is said at the list where it is about one of several values', async () => {
    const { container } = await refused({ '/days/1': 'Nobody works then.' }, { days: ['MON', 'TUE'] });
    const said = await screen.findByText('Nobody works then.');
    expect(container.querySelector('[data-pointer="/days"]')?.contains(said)).toBe(true);
  });
});

describe('a list edited in a dialog', () => {
  it('is empty with a way to begin, and takes a row with its defaults and only choice', async () => {
    const { user, ofType } = await show(viewOf('lists', { data: {} }));
    expect(await screen.findByText('No conditions yet.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add a condition' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a condition' });
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(within(dialog).getByText('Required')).toBeTruthy();
    await user.type(within(dialog).getByLabelText(/^Condition name/), 'Down');
    await user.click(within(dialog).getByRole('button', { name: 'Add' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Is down 3 times')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')[0]?.data).toEqual({
      conditions: [{ name: 'Down', kind: 'DOWN', times: 3, enabled: true }],
    });
  });

  it('keeps a row as it was when the dialog is cancelled', async () => {
    const { user } = await show(viewOf('lists', { data: { conditions: [{ name: 'Down', kind: 'DOWN', times: 3 }] } }));
    await user.click(await screen.findByRole('button', { name: 'Edit Down' }));
    const dialog = await screen.findByRole('dialog', { name: 'Edit condition' });
    await user.type(within(dialog).getByLabelText(/^Condition name/), ' again');
    await user.click(within(dialog).getByText('Cancel'));
    expect(screen.getByText('Down')).toBeTruthy();
    expect(screen.queryByText('Down again')).toBeNull();
  });

  it('says at the row what is wrong inside it', async () => {
    const { user } = await show(viewOf('lists', { data: { conditions: [{ name: 'Down', kind: 'DOWN', times: 99 }] } }));
    await screen.findByRole('button', { name: 'Edit Down' });
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Times: Must be between 1 and 10', { selector: 'p' })).toBeTruthy();
  });
});

describe('choices from the server', () => {
  const organizations = [
    { value: 1, label: 'Northwind' },
    { value: 2, label: 'Contoso' },
  ];

  it('depend on another field, and are asked for anew when it changes', async () => {
    const location = vi.fn<OptionSource>(async (of) => [
      { value: Number(of) * 10, label: `Office of ${String(of)}` },
      { value: Number(of) * 10 + 1, label: `Depot of ${String(of)}` },
    ]);
    const { user, ofType } = await show(viewOf('chooses'), { organization: async () => organizations, location });
    const [organizationField, locationField] = await screen.findAllByRole<HTMLInputElement>('combobox');
    expect(locationField?.placeholder).toBe('Choose organization first');
    expect(location).not.toHaveBeenCalled();
    await user.click(organizationField as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Northwind', hidden: true }));
    const [, place] = await screen.findAllByRole('combobox');
    await user.click(place as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Office of 1', hidden: true }));
    const [first] = screen.getAllByRole('combobox');
    await user.click(first as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Contoso', hidden: true }));
    await waitFor(() => expect(location).toHaveBeenCalledTimes(2));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')).toEqual([]);
    expect(screen.getByRole('link', { name: 'Location: Required' })).toBeTruthy();
  });

  it('can be asked for again when they could not be had', async () => {
    const organization = vi
      .fn<OptionSource>()
      .mockRejectedValueOnce(new Error('offline'))
      .mockResolvedValue(organizations);
    const { user } = await show(viewOf('chooses'), { organization });
    expect((await screen.findByRole('alert')).textContent).toContain('The choices could not be loaded.');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(organization).toHaveBeenCalledTimes(2);
  });

  it('say when there is nothing to choose from', async () => {
    await show(viewOf('chooses'), { organization: async () => [] });
    await waitFor(() =>
      expect(screen.getAllByRole<HTMLInputElement>('combobox')[0]?.placeholder).toBe('Nothing to choose from'),
    );
  });

  it('begin with the only one and with the main one, which is no answer of the person, and can be changed (A7)', async () => {
    const location: OptionSource = async () => [
      { value: 7, label: 'Depot' },
      { value: 8, label: 'Main office', main: true },
    ];
    const { user, ofType } = await show(viewOf('chooses'), {
      organization: async () => organizations.slice(0, 1),
      location,
    });
    const [organizationField, locationField] = await screen.findAllByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(locationField?.value).toBe('Main office'));
    expect(organizationField?.value).toBe('Northwind');
    expect(screen.queryByText(/Still needed/)).toBeNull();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(ofType('step.changed')).toEqual([]);
    await user.click(locationField as HTMLElement);
    await user.click(await screen.findByRole('option', { name: 'Depot', hidden: true }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')).toMatchObject([{ data: { organizationId: 1, locationId: 7 } }]);
  });

  it('leave alone what a draft or an edited thing says (A7)', async () => {
    const location: OptionSource = async () => [
      { value: 7, label: 'Depot' },
      { value: 8, label: 'Main office', main: true },
    ];
    const data = { organizationId: 2, locationId: 7 };
    await show(viewOf('chooses', { data }), { organization: async () => organizations, location });
    const [organizationField, locationField] = await screen.findAllByRole<HTMLInputElement>('combobox');
    await waitFor(() => expect(locationField?.value).toBe('Depot'));
    expect(organizationField?.value).toBe('Contoso');
  });

  it('offer the flow that adds the first one, and begin with what it added (A14)', async () => {
    const known: { value: number; label: string }[] = [];
    const Flow = ({ onEnded }: { onEnded(added: number | undefined): void }) => (
      <button
        type="button"
        onClick={() => {
          known.push({ value: 5, label: 'Fabrikam' });
          onEnded(5);
        }}
      >
        Save it
      </button>
    );
    const { user, ofType } = await show(
      viewOf('chooses'),
      { organization: async () => [...known], location: async () => [{ value: 50, label: 'Main office' }] },
      { organization: { label: 'Add an organization', Flow } },
    );
    await user.click(await screen.findByRole('button', { name: 'Add an organization' }));
    await user.click(screen.getByRole('button', { name: 'Save it' }));
    await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('combobox')[0]?.value).toBe('Fabrikam'));
    await waitFor(() => expect(screen.getAllByRole<HTMLInputElement>('combobox')[1]?.value).toBe('Main office'));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(ofType('step.submitted')).toMatchObject([{ data: { organizationId: 5, locationId: 50 } }]);
  });

  it('offer to add another one at any time where the document says so, and choose it only where it is offered', async () => {
    const offered = [{ value: 50, label: 'Main office' }];
    const within: unknown[] = [];
    const Flow = (props: { within: unknown; onEnded(added: number | undefined): void }) => {
      within.push(props.within);
      return (
        <>
          <button
            type="button"
            onClick={() => {
              offered.push({ value: 51, label: 'Depot' });
              props.onEnded(51);
            }}
          >
            Save it
          </button>
          <button type="button" onClick={() => props.onEnded(99)}>
            Save another kind
          </button>
        </>
      );
    };
    const data = { organizationId: 2, locationId: 50 };
    const { user } = await show(
      viewOf('chooses', { data }),
      { organization: async () => organizations, location: async () => [...offered] },
      { location: { label: 'Add a location', Flow } },
    );
    const location = () => screen.getAllByRole<HTMLInputElement>('combobox')[1]?.value;
    await waitFor(() => expect(location()).toBe('Main office'));
    await user.click(screen.getByRole('button', { name: 'Add a location' }));
    expect(within).toContain(2);
    await user.click(screen.getByRole('button', { name: 'Save it' }));
    await waitFor(() => expect(location()).toBe('Depot'));
    await user.click(screen.getByRole('button', { name: 'Add a location' }));
    await user.click(screen.getByRole('button', { name: 'Save another kind' }));
    await waitFor(() => expect(location()).toBe(''));
  });
});

describe('a list that is searched by typing', () => {
  const places = ['Germany', 'Ghana', 'Greece', 'France', 'Spain', 'Italy', 'Malta', 'Poland'];
  const organization: OptionSource = async () => places.map((label, index) => ({ value: index + 1, label }));
  const open = async () => {
    const shown = await show(viewOf('chooses'), { organization, location: async () => [] });
    const [box] = await screen.findAllByRole<HTMLInputElement>('combobox');
    if (box === undefined) throw new Error('there is no list');
    await waitFor(() => expect(box.placeholder).toBe('Choose'));
    await shown.user.click(box);
    return { ...shown, box };
  };

  it.each(['{Enter}', '{Tab}'])('chooses the only match on %s (A7)', async (key) => {
    const { user, box, ofType } = await open();
    await user.keyboard(`Germ${key}`);
    await waitFor(() => expect(box.value).toBe('Germany'));
    expect(ofType('step.submitted')).toEqual([]);
  });

  it('chooses the highlighted one of several matches (A7)', async () => {
    const { user, box } = await open();
    await user.keyboard('g{ArrowDown}{Enter}');
    await waitFor(() => expect(box.value).toBe('Ghana'));
  });

  it('says at the field that nothing matches, on Enter and on leaving (A7)', async () => {
    const { user, box, ofType } = await open();
    await user.keyboard('Atlantis{Enter}');
    expect(await screen.findByText('Nothing matches “Atlantis”. Choose from the list')).toBeTruthy();
    expect(ofType('step.submitted')).toEqual([]);
    await user.clear(box);
    await user.keyboard('g');
    await user.click(screen.getByRole('heading', { level: 1 }));
    expect(await screen.findByText('Several match “g”. Choose one')).toBeTruthy();
  });
});

describe('a list that may stay empty', () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ value: index + 1, label: `No. ${index}` }));
  const chosen = async (count: number) => {
    const channel: OptionSource = async () => named(count);
    const shown = await show(viewOf('may-choose', { data: { channelId: 1 } }), { channel });
    const box = await screen.findByDisplayValue<HTMLInputElement>('No. 0');
    await act(async () => box.focus());
    return { ...shown, box };
  };

  it('is emptied by Delete', async () => {
    const { user, box, ofType } = await chosen(2);
    await user.keyboard('{Delete}');
    expect(box.value).toBe('');
    await waitFor(() => expect(ofType('step.changed').at(-1)?.data['channelId']).toBeUndefined());
  });

  it('is emptied by leaving it without a text where it is searched', async () => {
    const { user, box } = await chosen(9);
    await user.clear(box);
    await user.tab();
    expect(box.value).toBe('');
  });

  it('keeps its choice while the text is only looked at', async () => {
    const { user, box } = await chosen(9);
    await user.tab();
    expect(box.value).toBe('No. 0');
  });
});

it('is submitted by Ctrl+Enter from any field (A7)', async () => {
  const { user, ofType } = await show(viewOf('asks', { data: filled }));
  await user.click(await screen.findByLabelText(/^Name/));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(ofType('step.submitted')).toHaveLength(1);
});
