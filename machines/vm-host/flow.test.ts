import { describe, expect, it } from 'vitest';
import { rehearse, type Rehearsal } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const pinned = Array.from({ length: 32 }, () => 'CD').join(':');
const shown = Array.from({ length: 32 }, () => 'EF').join(':');
const host = {
  clientId: 1,
  locationId: 2,
  delegateNodeId: 3,
  name: 'ESXi',
  type: 'ESXI',
  hostname: 'esxi.example',
  apiPort: 443,
  credentialId: 4,
};
const { locationId: _, ...tested } = host;

async function opened(more: object = {}): Promise<Rehearsal> {
  const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
  await stage.call('readVmHost').done({ ...host, id: 7, certificate: pinned, revision: 3, ...more });
  return stage;
}
const certificateOf = (stage: Rehearsal) =>
  (stage.call('testVmHost').input.body as Record<string, unknown>)['certificate'];
const differs = (isKnown: boolean) => ({
  code: 'certificate_unknown',
  message: '',
  certificate: { subject: 'CN=esxi', issuer: 'CN=esxi', validTo: '', fingerprint: shown, isKnown },
  host: null,
  guests: 0,
});

describe('changing a VM host', () => {
  it('expects the stored certificate of the host at its address alone', async () => {
    const stage = await opened();
    expect(stage.view()).toMatchObject({ data: host, locked: ['/clientId', '/locationId', '/type'] });
    stage.submit(host);
    expect(stage.call('testVmHost').input.body).toEqual({ ...tested, certificate: pinned });

    const moved = await opened();
    moved.submit({ ...host, hostname: 'other.example' });
    expect(certificateOf(moved)).toBeUndefined();
  });

  it('shows a certificate that differs, and expects it once a person accepted it', async () => {
    const stage = await opened();
    stage.submit(host);
    await stage.call('testVmHost').done(differs(false));
    expect([stage.state(), stage.view().shown.pin]).toEqual(['changed', pinned]);
    stage.send({ type: 'confirmed' });
    expect(certificateOf(stage)).toBe(shown);
  });

  it('pins no certificate that a known authority signed', async () => {
    const stage = await opened();
    stage.submit(host);
    await stage.call('testVmHost').done(differs(true));
    stage.send({ type: 'confirmed' });
    expect(certificateOf(stage)).toBeUndefined();
  });

  it('keeps the stored certificate when the person goes back', async () => {
    const stage = await opened();
    stage.submit(host);
    await stage.call('testVmHost').done(differs(false));
    stage.send({ type: 'back' });
    stage.submit(host);
    expect(certificateOf(stage)).toBe(pinned);
  });

  it('reads of a HYPERV host what it has, and tests that alone', async () => {
    const none = { type: 'HYPERV', hostname: 'hv-1', apiPort: 0, credentialId: null, certificate: '' };
    const stage = await opened(none);
    const { hostname: _h, apiPort: _a, credentialId: _c, ...place } = { ...host, type: 'HYPERV' };
    expect(stage.view().data).toEqual(place);
    stage.submit(place);
    const { locationId: _l, ...body } = place;
    expect(stage.call('testVmHost').input.body).toEqual(body);
  });
});
