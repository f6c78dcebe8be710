// @vitest-environment jsdom
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Answers } from '#engine/flow/flow.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import '#screens/console-parts.ts';
import { OptionSourcesProvider, type Option } from '#screens/options/option-sources.tsx';
import { StepScreen } from '#screens/step-screen.tsx';
import { viewOf } from '#tests/screens/step-harness.tsx';
import confirm from '#schemas/cloud-monitor/confirm.json?screen';
import conditions from '#schemas/cloud-monitor/conditions.json?screen';
import inbound from '#schemas/cloud-monitor/inbound.json?screen';
import outbound from '#schemas/cloud-monitor/outbound.json?screen';
import request from '#schemas/cloud-monitor/request.json?screen';
import setup from '#schemas/cloud-monitor/setup.json?screen';

const screens = { setup, outbound, inbound, request, conditions, confirm };
const flow = { id: 'cloud-monitor', title: { NEW: 'Add a cloud monitor', EDIT: 'Edit cloud monitor' } } as never;
const none = async () => [];
let receivers: Option[] = [];
const sources = {
  organization: none,
  location: none,
  alertReceiver: async () => receivers,
  notificationChannel: async () => [{ value: 4, label: 'On call' }],
  ticketTemplate: none,
  ticketRuleset: none,
};

/** A page of the wizard with these answers, as the flow would give them back. */
async function open(
  id: keyof typeof screens,
  data: Answers,
  more: Partial<StepView> = {},
  changed: (data: Answers) => void = () => undefined,
): Promise<UserEvent> {
  const user = userEvent.setup();
  const { defaults } = screens[id];
  let view: StepView = {
    ...viewOf('asks'),
    flow: 'cloud-monitor',
    screen: id,
    state: `editing.${id}`,
    data: { ...defaults, ...data },
    ...more,
  };
  const content = () => (
    <MantineProvider env="test">
      <OptionSourcesProvider value={sources}>
        <StepScreen
          flow={flow}
          screens={screens}
          view={view}
          send={(event) => {
            if (event.type !== 'step.changed' || !('data' in event)) return;
            view = { ...view, data: event.data };
            changed(event.data);
            // A form that goes away still tells what was typed.
            if (container.firstChild) rerender(content());
          }}
        />
      </OptionSourcesProvider>
    </MantineProvider>
  );
  const { rerender, container } = await act(async () => render(content()));
  await screen.findByRole('heading', { level: 1 });
  return user;
}

const field = (pointer: string) => document.querySelector<HTMLElement>(`[data-pointer="/${pointer}"]`);
const radios = (pointer: string) =>
  within(field(pointer) as HTMLElement)
    .getAllByRole('radio')
    .map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent);

/** What is asked, by field: all that a person reads there. */
function asked(): Record<string, string> {
  const fields = [...document.querySelectorAll<HTMLElement>('[data-pointer]')];
  return Object.fromEntries(fields.map((one) => [String(one.dataset['pointer']).slice(1), one.textContent]));
}

/** Each of these is asked by its name. */
async function expectAsked(names: Record<string, string>): Promise<void> {
  await waitFor(() => {
    const read = asked();
    for (const [pointer, name] of Object.entries(names)) expect(read[pointer], pointer).toContain(name);
  });
}

const told = (words: RegExp) => screen.getAllByText(words).length > 0;
const next = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Next' }));

describe('Setup', () => {
  it('asks whether it is on, whose and where it is, its name, how often and how long (F08-08, F08-11)', async () => {
    await open('setup', { monitorType: 'PING' });
    await expectAsked({
      clientId: 'Organization',
      locationId: 'Location',
      monitorName: 'Monitor name',
      frequency: 'Frequency',
      timeout: 'Timeout',
    });
    expect(await screen.findByRole('switch', { name: 'Enabled' })).toBeDefined();
  });

  it('offers ping, DNS, port scan, HTTP, email and SNMP (F08-09)', async () => {
    await open('setup', { monitorType: 'PING' });
    await waitFor(() => expect(radios('monitorType')).toEqual(['Ping', 'DNS', 'Port scan', 'HTTP', 'Email', 'SNMP']));
  });

  it.each([
    ['PING', 'Server (hostname or IP)'],
    ['DNS', 'Name to look up (hostname or IP)'],
    ['PORT_SCAN', 'Server (hostname or IP)'],
  ])('asks what %s checks: %s (F08-12, A20)', async (monitorType, label) => {
    await open('setup', { monitorType });
    await expectAsked({ hostname: label });
    expect(asked()).not.toHaveProperty('httpHostname');
  });

  it('asks the ports of a port scan and of nothing else (F08-13)', async () => {
    await open('setup', { monitorType: 'PORT_SCAN' });
    await expectAsked({ ports: 'Ports to monitor' });
  });

  it('asks which way an email is tried (F08-14)', async () => {
    await open('setup', { monitorType: 'EMAIL' });
    await expectAsked({ emailOption: 'Email check' });
    expect(asked()).not.toHaveProperty('ports');
  });

  it('asks URL, method, authentication and what to keep for HTTP (F08-15)', async () => {
    await open('setup', { monitorType: 'HTTP', methodType: 'GET', authenticationType: 'NONE' });
    await expectAsked({
      httpHostname: 'URL',
      methodType: 'HTTP method',
      authenticationType: 'HTTP authentication',
    });
    expect(await screen.findByRole('switch', { name: 'Response body' })).toBeDefined();
    expect(await screen.findByRole('switch', { name: 'Save certificate information' })).toBeDefined();
    expect(asked()).not.toHaveProperty('httpUsername');
  });

  it('shows username and password for BASIC (F08-16), and no response body for HEAD (F08-17)', async () => {
    await open('setup', { monitorType: 'HTTP', methodType: 'HEAD', authenticationType: 'BASIC' });
    await expectAsked({ httpUsername: 'Username', httpPassword: 'Password' });
    expect(asked()).not.toHaveProperty('saveResponseBody');
  });
});

describe('Outbound and Inbound', () => {
  const outgoing = { senderEmail: 'From email', receiverEmail: 'To email', smtpHostname: 'SMTP host' };
  const server = { ...outgoing, smtpPort: 'SMTP port', smtpUseTLS: 'Encryption' };

  it('ask from, to and the outgoing server, and a login only where one is needed (F08-18, F08-19)', async () => {
    await open('outbound', { smtpAuthRequired: true });
    const login = { smtpAuthRequired: 'SMTP authentication', senderUsername: 'Username', senderPassword: 'Password' };
    await expectAsked({ ...server, ...login });
  });

  it('ask no login of a server without one (F08-19)', async () => {
    await open('outbound', { smtpAuthRequired: false });
    expect(asked()).not.toHaveProperty('senderUsername');
  });

  it('ask a POP3 mailbox, or an IMAP one with its folder, by the protocol that is chosen (F08-20, F08-21, F08-22)', async () => {
    const user = await open('inbound', { fetchOption: 'POP' });
    await expectAsked({
      fetchOption: 'Fetching protocol',
      popHostname: 'POP3 host',
      popPort: 'POP3 port',
      popReceiverUsername: 'Username',
      popReceiverPassword: 'Password',
      popUseTLS: 'Encryption',
    });
    await user.click(await screen.findByRole('radio', { name: 'IMAP' }));
    await expectAsked({
      imapHostname: 'IMAP host',
      imapPort: 'IMAP port',
      imapReceiverUsername: 'Username',
      imapReceiverPassword: 'Password',
      imapFetchFolder: 'Fetch folder',
      imapUseTLS: 'Encryption',
    });
    expect(asked()).not.toHaveProperty('popHostname');
  });

  const ways = [
    ['None', false, false],
    ['STARTTLS', false, true],
    ['TLS', true, false],
  ] as const;

  it.each(ways)('ask for the encryption as one choice: %s keeps both flags (A20)', async (label, ssl, tls) => {
    const told: Answers[] = [];
    // Each starts at a way that differs in both flags or in the one that matters.
    const other = ways.find((way) => way[1] !== ssl || way[2] !== tls) ?? ways[0];
    const user = await open('outbound', { smtpUseSSL: other[1], smtpUseTLS: other[2] }, {}, (data) => told.push(data));
    await screen.findByRole('radio', { name: other[0], checked: true });
    expect(radios('smtpUseTLS')).toEqual(['None', 'STARTTLS', 'TLS']);
    await user.click(screen.getByRole('radio', { name: label }));
    await screen.findByRole('radio', { name: label, checked: true });
    await waitFor(() => expect(told.at(-1)).toMatchObject({ smtpUseSSL: ssl, smtpUseTLS: tls }));
  });
});

describe('Request', () => {
  const rows = [
    ['header', 'Header rows', { requestBodyType: 'NONE', requestHeaders: [{ name: 'A', value: '1' }] }],
    [
      'form',
      'Form fields',
      { requestBodyType: 'FORM', requestHeaders: [], requestBodyForm: [{ name: 'A', value: '1' }] },
    ],
  ] as const;

  it.each(rows)(
    'has %s rows of a key and a value, of which the last one stays (F08-23, F08-24, F08-26, F08-27)',
    async (_, title, data) => {
      const user = await open('request', data);
      const table = within(await screen.findByRole('table', { name: title }));
      expect(table.getByLabelText(/^Key/)).toBeDefined();
      expect(table.getByLabelText(/^Value/)).toBeDefined();
      expect(table.queryByRole('button', { name: /^Remove/ })).toBeNull();
      const field = screen.getByRole('table', { name: title }).parentElement;
      await user.click(within(field as HTMLElement).getByRole('button', { name: /^Add/ }));
      expect(table.getAllByRole('button', { name: /^Remove/ })).toHaveLength(2);
      await user.click(table.getByRole('button', { name: 'Remove A' }));
      expect(table.queryByRole('button', { name: /^Remove/ })).toBeNull();
    },
  );

  it('sends no body, a form, or raw text in a field of eight rows (F08-25, F08-28)', async () => {
    const user = await open('request', { requestBodyType: 'NONE', requestHeaders: [{}] });
    await waitFor(() => expect(radios('requestBodyType')).toEqual(['None', 'Form', 'Raw']));
    await user.click(await screen.findByRole('radio', { name: 'Raw' }));
    const raw = await screen.findByLabelText(/^Raw body/);
    expect([raw.tagName, raw.getAttribute('rows')]).toEqual(['TEXTAREA', '8']);
  });

  it('tells what is wrong at the key and the value of a form row (F08-73), and at the raw body (F08-74)', async () => {
    const user = await open('request', {
      requestBodyType: 'FORM',
      requestHeaders: [{}],
      requestBodyForm: [{}],
    });
    await screen.findByRole('table', { name: 'Form fields' });
    await next(user);
    const table = within(screen.getByRole('table', { name: 'Form fields' }));
    expect(table.getByLabelText(/^Key/).getAttribute('aria-invalid')).toBe('true');
    expect(table.getByLabelText(/^Value/).getAttribute('aria-invalid')).toBe('true');
    await user.click(await screen.findByRole('radio', { name: 'Raw' }));
    await next(user);
    expect((await screen.findByLabelText(/^Raw body/)).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('every page', () => {
  it('tells errors at the name, the server and the ports (F08-80)', async () => {
    const user = await open('setup', { monitorType: 'PORT_SCAN', hostname: 'two words', ports: '70000' });
    await next(user);
    for (const label of [/^Monitor name/, /^Server/, /^Ports to monitor/])
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('tells errors at emails and passwords (F08-80)', async () => {
    const user = await open('outbound', {
      senderEmail: 'me',
      receiverEmail: '',
      smtpAuthRequired: true,
      senderPasswordSet: false,
    });
    await next(user);
    for (const label of [/^From email/, /^To email/, /^Password/])
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    expect(told(/Please enter a valid email address/)).toBe(true);
  });
});

describe('Conditions', () => {
  const down = {
    monitorType: 'PING',
    type: 'PingFailed',
    runCount: 3,
    enabled: true,
    conditionName: 'Down',
    resetThreshold: 10,
    severity: 'CRITICAL',
    priority: 'HIGH',
    notificationAction: 'SEND',
    notificationChannelIds: [],
  };
  const row = () => within(screen.getByRole('table', { name: 'Conditions' })).getAllByRole('row')[1] as HTMLElement;

  it('are a table with a way to add one (F08-29)', async () => {
    await open('conditions', { monitorType: 'PING', conditions: [down] });
    expect(await screen.findByRole('table', { name: 'Conditions' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Add a condition' })).toBeDefined();
  });

  it('each have a checkbox, a name, a sentence with the reset, the notification and a way out (F08-30, F08-31, F08-33, F08-34)', async () => {
    const user = await open('conditions', { monitorType: 'PING', conditions: [down] });
    await screen.findByRole('table', { name: 'Conditions' });
    expect(within(row()).getByRole('checkbox', { name: 'Enabled' })).toHaveProperty('checked', true);
    expect(row().textContent).toContain('Down');
    expect(row().textContent).toContain('The check fails 3 times in a row. Resets after 10 minutes without a failure.');
    expect(row().textContent).toContain('Send a notification');
    await user.click(within(row()).getByRole('button', { name: 'Remove Down' }));
    expect(screen.queryByText('Down')).toBeNull();
  });

  it('name the channels that are told (F08-33)', async () => {
    await open('conditions', { monitorType: 'PING', conditions: [{ ...down, notificationChannelIds: [4] }] });
    expect(await screen.findByRole('cell', { name: 'On call' })).toBeDefined();
  });

  it('say nothing of a notification that is none (F08-33)', async () => {
    await open('conditions', { monitorType: 'PING', conditions: [{ ...down, notificationAction: 'NONE' }] });
    await screen.findByRole('table', { name: 'Conditions' });
    expect(row().textContent).not.toContain('otification');
  });

  it('tell of tickets only where there is ticketing and something is done with it (F08-32)', async () => {
    const ticket = { ticketingAvailable: true, ticketingAction: 'CREATE', ticketTemplateId: 5 };
    await open('conditions', { monitorType: 'PING', ticketingAvailable: true, conditions: [{ ...down, ...ticket }] });
    await screen.findByRole('table', { name: 'Conditions' });
    expect(row().textContent).toContain('Create a ticket');
    expect(screen.getByRole('columnheader', { name: 'Ticket template' })).toBeDefined();
  });

  it('tell of no tickets where there is no ticketing (F08-32)', async () => {
    await open('conditions', { monitorType: 'PING', conditions: [{ ...down, ticketingAction: 'CREATE' }] });
    await screen.findByRole('table', { name: 'Conditions' });
    expect(row().textContent).not.toContain('ticket');
    expect(screen.queryByRole('columnheader', { name: /icket/ })).toBeNull();
  });
});

describe('Confirm', () => {
  it('sums up what was answered, with nothing to fill in (F08-36)', async () => {
    const answers = {
      setup: { ...setup.defaults, monitorType: 'PING', monitorName: 'Gateway', hostname: '192.0.2.1' },
    };
    const steps: StepView['steps'] = [{ id: 'setup', title: 'Setup', status: 'done', canChoose: true }];
    await open('confirm', {}, { kind: 'summary', answers, steps });
    expect(await screen.findByText('192.0.2.1')).toBeDefined();
    expect(document.querySelectorAll('input, textarea, select')).toHaveLength(0);
  });

  it('names the channels that a condition tells (F08-36)', async () => {
    const condition = { type: 'PingFailed', runCount: 3, conditionName: 'Down', notificationChannelIds: [4] };
    const answers = { conditions: { monitorType: 'PING', conditions: [condition] } };
    const steps: StepView['steps'] = [{ id: 'conditions', title: 'Conditions', status: 'done', canChoose: true }];
    await open('confirm', {}, { kind: 'summary', answers, steps });
    expect(await screen.findByRole('cell', { name: 'On call' })).toBeDefined();
  });

  describe('says who will be notified (A5)', () => {
    const steps: StepView['steps'] = [{ id: 'conditions', title: 'Conditions', status: 'done', canChoose: true }];
    const told = async (...conditions: Answers[]) => {
      const rows = conditions.map((row) => ({ type: 'PingFailed', enabled: true, conditionName: 'Down', ...row }));
      const answers = {
        setup: { ...setup.defaults, clientId: 1 },
        conditions: { monitorType: 'PING', conditions: rows },
      };
      await open('confirm', {}, { kind: 'summary', answers, steps });
      return (await screen.findByRole('region', { name: 'Who will be notified' })).textContent;
    };

    it('by name, with the channels of the organization and of the condition', async () => {
      receivers = [
        { value: 'mail Ada', label: 'Ada Byron', description: 'by mail' },
        { value: 'channel Desk', label: 'Desk', description: 'channel' },
      ];
      expect(await told({ notificationAction: 'SEND', notificationChannelIds: [4] })).toContain(
        'Notifies Ada Byron (by mail), Desk (channel), On call (channel).',
      );
    });

    it.each<[string, Answers[], Option[]]>([
      ['Without a condition no alert is raised.', [], []],
      ['No condition notifies technicians or a channel.', [{ notificationAction: 'NONE' }], []],
      ['Without a condition no alert is raised.', [{ notificationAction: 'SEND', enabled: false }], []],
      ['name nobody', [{ notificationAction: 'SEND' }], []],
      ['No mail server is set up', [{ notificationAction: 'SEND' }], [{ value: 'NO_MAIL', label: 'No mail' }]],
    ])('or that nobody will be: %s', async (reason, conditions, found) => {
      receivers = found;
      const text = await told(...conditions);
      expect(text).toContain('No one will be notified');
      expect(text).toContain(reason);
    });
  });
});
