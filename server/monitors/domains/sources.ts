export interface DomainSources {
  /** The list of registries' RDAP servers (RFC 9224). */
  rdapBootstrapUrl: string;
  /** Where to ask which WHOIS server a top-level domain has: `host` or `host:port`. */
  whoisServer: string;
}

export const publicSources: DomainSources = {
  rdapBootstrapUrl: 'https://data.iana.org/rdap/dns.json',
  whoisServer: 'whois.iana.org',
};
