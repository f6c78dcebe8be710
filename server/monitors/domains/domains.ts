import type { Static } from 'typebox';
import type { DomainFound } from '#api/contract/monitor-findings.ts';
import { steadyNow } from '../../clock/steady.ts';
import type { TargetPolicy } from '../../outbound/address-policy.ts';
import { outboundFailure } from '../../outbound/outbound-failed.ts';
import { Turns } from '../checks/turns.ts';
import { domainsAbove } from './domains-above.ts';
import { Rdap } from './rdap.ts';
import type { DomainSources } from './sources.ts';
import { Whois } from './whois.ts';

/** What a registry said, or why it said nothing. */
export interface Registration {
  name: string;
  expiresAt: Date | undefined;
  source: 'RDAP' | 'WHOIS' | undefined;
  message: string;
}

export interface Domains {
  /** What registries say of the domain that this host belongs to; undefined while they have not answered within so many milliseconds. Never rejects. */
  find(host: string, policy: TargetPolicy, milliseconds: number): Promise<Static<typeof DomainFound> | undefined>;
}

/** Registries limit who asks too often: an answer holds for twelve hours, a failure for one. In milliseconds. */
const answerAge = 12 * 3_600_000;
const failureAge = 3_600_000;
/** Questions to registries at once, and how long one may take, in milliseconds. */
const atOnce = 2;
const patience = 20_000;
const mostKept = 20_000;
const day = 86_400_000;

/** Asks by RDAP, and by WHOIS where a registry has no RDAP or does not answer. */
export function createDomains(sources: DomainSources): Domains {
  const rdap = new Rdap(sources.rdapBootstrapUrl);
  const whois = new Whois(sources.whoisServer);
  const turns = new Turns(atOnce);
  const kept = new Map<string, { found: Registration; until: number }>();
  const underWay = new Map<string, Promise<Registration>>();

  async function ask(host: string, policy: TargetPolicy): Promise<Registration> {
    const names = domainsAbove(host);
    const none: Registration = { name: host, expiresAt: undefined, source: undefined, message: '' };
    if (names.length === 0) return { ...none, message: `${host} is not under a registered domain.` };
    const signal = AbortSignal.timeout(patience);
    let message = 'No registry tells when it expires.';
    for (const [source, registry] of [['RDAP', rdap] as const, ['WHOIS', whois] as const]) {
      try {
        const answer = await registry.expiry(names, policy, signal);
        if (answer) return { ...answer, source, message: `${answer.name} is registered until ${isoDay(answer)}.` };
      } catch (error) {
        message = `The registry did not answer: ${outboundFailure(error).message}`;
      }
    }
    return { ...none, message };
  }

  function start(host: string, policy: TargetPolicy): Promise<Registration> {
    const asked = turns
      .take(() => ask(host, policy))
      .then((found) => {
        const age = found.expiresAt ? answerAge : failureAge;
        // The oldest goes first: a map keeps the order of its entries.
        for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest);
        kept.delete(host);
        kept.set(host, { found, until: steadyNow() + age });
        return found;
      })
      .finally(() => underWay.delete(host));
    underWay.set(host, asked);
    return asked;
  }

  return {
    async find(host, policy, milliseconds) {
      const name = host.toLowerCase().replace(/\.$/, '');
      const known = kept.get(name);
      // What was known holds while it is asked anew.
      if (known && known.until > steadyNow()) return told(known.found);
      const asked = underWay.get(name) ?? start(name, policy);
      if (known?.found.expiresAt) return told(known.found);
      const found = await within(milliseconds, asked);
      return found && told(found);
    },
  };
}

const isoDay = ({ expiresAt }: { expiresAt: Date }) => expiresAt.toISOString().slice(0, 10);

function told({ name, expiresAt, source, message }: Registration): Static<typeof DomainFound> {
  return {
    name,
    expiresAt: expiresAt?.toISOString() ?? null,
    daysLeft: expiresAt ? Math.floor((expiresAt.getTime() - Date.now()) / day) : null,
    source: source ?? null,
    message,
  };
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), Math.max(0, milliseconds));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
