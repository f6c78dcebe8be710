import type { DeploymentCode } from '#api/contract/agent-methods/deployment.ts';

/** The agent could not be installed on the other computer. */
export class DeploymentFailed extends Error {
  override name = 'DeploymentFailed';
  readonly code: Exclude<DeploymentCode, 'installed'>;

  constructor(code: Exclude<DeploymentCode, 'installed'>, message: string) {
    super(message);
    this.code = code;
  }
}
