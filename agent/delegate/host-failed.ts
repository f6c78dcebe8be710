import type { HostResponse } from '#api/contract/agent-methods/vm-host.ts';

/** Why a host could not be read. */
export class HostFailed extends Error {
  override name = 'HostFailed';
  readonly code: HostResponse['code'];
  readonly certificate: HostResponse['certificate'];

  constructor(code: HostResponse['code'], message = '', certificate: HostResponse['certificate'] = null) {
    super(message);
    this.code = code;
    this.certificate = certificate;
  }
}
