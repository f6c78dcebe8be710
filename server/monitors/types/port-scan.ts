import { portScan as check, portFact } from '../checks/port-scan.ts';
import { above } from '../conditions/comparisons.ts';
import type { Judged } from '../conditions/condition.ts';
import type { ServerType } from './server-type.ts';

/** F08-63 … F08-67. */
export const portScan = {
  check,
  conditions: {
    PortState: {
      parameters: ['runCount', 'port', 'portState'],
      incident: 'outage',
      looksAt: 'this port',
      fact: ({ port }) => portFact(Number(port)),
      tellsSilence: true,
      fails(found, { port, portState }) {
        const time = portTime(found, port);
        return time === undefined ? undefined : time >= 0 === (portState === 'OPEN');
      },
    },
    PortResponse: {
      parameters: ['runCount', 'port', 'period'],
      incident: 'slow',
      looksAt: 'the response time of this port',
      fact: ({ port }) => portFact(Number(port)),
      fails(found, { port, period }) {
        const time = portTime(found, port);
        // A port that is not open has no response time; `PortState` watches that.
        return time === undefined || time < 0 ? undefined : above(time, period);
      },
    },
  },
} satisfies ServerType;

function portTime({ facts }: Judged, port: unknown): number | undefined {
  return typeof port === 'number' ? facts?.[portFact(port)] : undefined;
}
