import type { HostAnswer } from '#api/contract/agent-methods/vm-host.ts';

/** Why a host could not be read. */
export class HostFailed extends Error {
  override name = 'HostFailed';
  readonly code: HostAnswer['code'];
  readonly certificate: HostAnswer['certificate'];

  constructor(code: HostAnswer['code'], message = '', certificate: HostAnswer['certificate'] = null) {
    super(message);
    this.code = code;
    this.certificate = certificate;
  }
}
