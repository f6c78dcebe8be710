import type { Product } from '../../product/product.ts';
import { ownPlace, twoCredentials, type Named, type OwnPlace } from './own-place.ts';
import { PathAgent } from './path-agent.ts';

export interface OwnProbes {
  place: OwnPlace;
  /** The first of the fields' probes. */
  agent: PathAgent;
  /** What the forms of a discovery choose among. */
  fields: Record<
    'org' | 'location' | 'networkProbe' | 'snmpCredOne' | 'snmpCredTwo' | 'telnetSshCred',
    readonly [Named, ...Named[]]
  >;
  end(): Promise<void>;
}

/** An organization of the path's own with two probes at one location, and the credentials of a discovery. */
export async function ownProbes({ product, cookie }: { product: Product; cookie: string }): Promise<OwnProbes> {
  const place = await ownPlace({ product, cookie });
  const [location] = place.locations;
  const start = (name: string) =>
    PathAgent.start(product, cookie, { clientId: place.client.id, locationId: location.id, name }, [
      'network.discover',
    ]);
  const [agent, other] = await Promise.all([start('probe-1'), start('probe-2')]);
  const snmp = await twoCredentials(place, 'SNMP_V2C');
  const logins = await twoCredentials(place, 'TELNET_SSH');
  return {
    place,
    agent,
    fields: {
      org: [place.client],
      location: place.locations,
      networkProbe: [
        { id: agent.nodeId, name: 'probe-1' },
        { id: other.nodeId, name: 'probe-2' },
      ],
      snmpCredOne: snmp,
      snmpCredTwo: snmp,
      telnetSshCred: [logins[0], logins[1], logins[0]],
    },
    async end() {
      await Promise.all([agent.stop(), other.stop()]);
    },
  };
}
