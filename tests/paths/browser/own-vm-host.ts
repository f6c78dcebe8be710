import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import known from '../vm-host/flow.ts';
import type { OwnPlace } from './own-place.ts';
import { PathAgent, runEnded } from './path-agent.ts';

/** A device whose agent reads a VM host for as long as a path needs it: nobody deletes the device meanwhile. */
export class OwnDelegate {
  readonly agent: PathAgent;
  private readonly desk: { product: Product; cookie: string };
  private readonly place: OwnPlace;
  private host: number | undefined;

  private constructor(desk: OwnDelegate['desk'], place: OwnPlace, agent: PathAgent) {
    this.desk = desk;
    this.place = place;
    this.agent = agent;
  }

  /** `name`: what its device is called. */
  static async start(desk: OwnDelegate['desk'], place: OwnPlace, name: string): Promise<OwnDelegate> {
    const at = { clientId: place.client.id, locationId: place.locations[0].id, name };
    const agent = await PathAgent.start(desk.product, desk.cookie, at, ['vmhost.test', 'backup.deleteData'], {
      readVmHost: never,
    });
    return new OwnDelegate(desk, place, agent);
  }

  /** The VM host, in the place where the delegate was enrolled. */
  async addHost(): Promise<void> {
    if (this.host !== undefined) return;
    const { client, locations } = this.place;
    const tested = { clientId: client.id, delegateNodeId: this.agent.nodeId, name: 'Hyper-V', type: 'HYPERV' };
    const { id: run } = await this.call('POST', '/node/delegate/vmhost/test', tested);
    (await this.agent.task('vmhost.test')).finish(known.replies?.['testVmHost']?.['succeeded']);
    await runEnded(this.desk.product, this.desk.cookie, run);
    const host = { ...tested, locationId: locations[0].id, test: run };
    this.host = Number((await this.call('POST', '/node/delegate/vmhost', host))['id']);
  }

  async removeHost(): Promise<void> {
    if (this.host !== undefined) await this.call('POST', '/device/delete', { nodeIds: [this.host] });
    this.host = undefined;
  }

  private call(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
    return callByApi(this.desk.product, this.desk.cookie, method, path, body);
  }
}

const never = (): Promise<never> => new Promise(() => undefined);
