// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CheckDetail, CheckResult } from '#api/contract/monitor-findings.ts';
import { FormatContext, formatIn } from '../shared/format.ts';
import { TranslateContext } from '../shared/translate.ts';
import { CheckFindings } from './check-findings.tsx';

afterEach(cleanup);

const result: CheckResult = {
  at: '2026-11-21T08:00:00.000Z',
  ok: true,
  responseTime: 1234,
  error: null,
  message: '',
  statusCode: null,
};
const detail: CheckDetail = {
  address: null,
  redirectedTo: null,
  headers: [],
  body: null,
  bodyTruncated: false,
  certificate: null,
  packetLoss: null,
  ttl: null,
  ports: [],
  dns: null,
  domain: null,
  mail: [],
  values: [],
};
const certificate: CheckDetail['certificate'] = {
  subject: 'CN=shop.example.com',
  issuer: 'CN=R11',
  validFrom: '2026-10-01T00:00:00.000Z',
  validTo: '2027-01-01T22:30:00.000Z',
  daysLeft: 41,
  chain: [],
};

type Props = ComponentProps<typeof CheckFindings>;
const show = (found: Partial<CheckDetail>, more: Partial<Omit<Props, 'detail'>> = {}) =>
  render(<CheckFindings result={result} detail={{ ...detail, ...found }} {...more} />);

describe('the findings of a check', () => {
  it('say whether the check succeeded, how fast and from which address', () => {
    show({ address: '192.0.2.7' });
    expect(screen.getByText('The check succeeded')).toBeDefined();
    expect(screen.getByText('1.23 sec')).toBeDefined();
    expect(screen.getByText('192.0.2.7')).toBeDefined();
  });

  it('say why the check failed', () => {
    show({}, { result: { ...result, ok: false, responseTime: null, message: 'None of 3 packets came back.' } });
    expect(screen.getByText('The check failed')).toBeDefined();
    expect(screen.getByText('None of 3 packets came back.')).toBeDefined();
  });

  it('show dates and numbers in the zone and language of the viewer (C18)', () => {
    render(
      <FormatContext value={formatIn('de-DE', 'Asia/Tokyo')}>
        <CheckFindings result={result} detail={{ ...detail, certificate, packetLoss: 33.3 }} />
      </FormatContext>,
    );
    expect(screen.getByText(/^2\. Jan\. 2027, 07:30:00/)).toBeDefined();
    expect(screen.getByText(/^33,3\s%$/)).toBeDefined();
    expect(screen.getByText(/^1,23 Sek\.$/)).toBeDefined();
  });

  it('speak the language of the viewer', () => {
    render(
      <TranslateContext value={(key, _english, values) => `${key} ${values?.['count'] ?? ''}`}>
        <CheckFindings result={result} detail={{ ...detail, certificate }} />
      </TranslateContext>,
    );
    expect(screen.getByText('detail.succeeded')).toBeDefined();
    expect(screen.getByText('detail.daysLeft 41')).toBeDefined();
    expect(screen.queryByText(/check succeeded|days left/)).toBeNull();
  });

  it('show what the other side sent as plain text', () => {
    const { container } = show({
      headers: [{ name: 'server', value: '<img src=x>' }],
      body: '<h1>Hello</h1>',
      dns: { server: null, records: [{ type: 'TXT', values: ['<b>bold</b>'], error: null }] },
    });
    for (const text of ['<img src=x>', '<h1>Hello</h1>', '<b>bold</b>']) expect(screen.getByText(text)).toBeDefined();
    expect(container.querySelector('img, h1, b')).toBeNull();
  });

  it('fold the headers and the body where there is more to read, as in Confirm', () => {
    const { container } = show({ headers: [{ name: 'server', value: 'a' }], body: 'b' }, { folded: true });
    expect([...container.querySelectorAll('details')].map(({ open }) => open)).toEqual([false, false]);
  });

  it('show values with the name and type of their protocol', () => {
    show({ values: [{ name: '1.3.6.1.2.1.1.5.0', type: 'OctetString', value: '<b>router</b>' }] });
    expect(screen.getByRole('rowheader', { name: '1.3.6.1.2.1.1.5.0' })).toBeDefined();
    expect(screen.getByRole('cell', { name: 'OctetString' })).toBeDefined();
    expect(screen.getByRole('cell', { name: '<b>router</b>' })).toBeDefined();
  });

  it('name each mail server, port and record', () => {
    const mail = { protocol: 'IMAP', ok: false, address: null, milliseconds: 5, message: 'No such folder' } as const;
    show({
      ports: [{ port: 443, state: 'FILTERED', responseTime: null }],
      dns: { server: '192.0.2.53', records: [{ type: 'MX', values: [], error: null }] },
      mail: [{ ...mail, certificate: null }],
    });
    expect(screen.getByRole('rowheader', { name: '443' })).toBeDefined();
    expect(screen.getByText('No answer')).toBeDefined();
    expect(screen.getByText('Asked 192.0.2.53')).toBeDefined();
    expect(screen.getByRole('heading', { name: 'IMAP server' })).toBeDefined();
    expect(screen.getByText('No such folder')).toBeDefined();
  });
});
