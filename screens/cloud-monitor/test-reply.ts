interface Certificate {
  subject: string;
  issuer: string;
  validTo: string;
  daysLeft: number;
  chain?: string[];
}

/** What "Test now" answers with, as far as the page tells it; each type fills its own part of `detail`. */
export interface TestReply {
  result: { ok: boolean; responseTime: number | null; statusCode: number | null; message: string };
  detail: {
    address: string | null;
    headers: { name: string; value: string }[];
    body: string | null;
    bodyTruncated: boolean;
    packetLoss: number | null;
    ttl?: number | null;
    certificate: Certificate | null;
    ports?: { port: number; state: string; responseTime: number | null }[];
    dns?: { server: string | null; records: { type: string; values: string[]; error: string | null }[] } | null;
    domain?: { name: string; expiresAt: string | null; daysLeft: number | null; message: string } | null;
    mail?: {
      protocol: string;
      ok: boolean;
      address: string | null;
      milliseconds: number;
      message: string;
      certificate: Certificate | null;
    }[];
  };
}

export function isTestReply(shown: unknown): shown is TestReply {
  return typeof shown === 'object' && shown !== null && 'result' in shown && 'detail' in shown;
}

/** What can be told in a word or two. */
export function factsOf({ result, detail }: TestReply): [string, string][] {
  const { domain, dns, mail, packetLoss, ttl } = detail;
  // Each mail server tells its own.
  const certificate = mail?.length ? null : detail.certificate;
  const facts: [string, string | null | undefined][] = [
    ['Response time', result.responseTime === null ? null : milliseconds(result.responseTime)],
    ['Status code', result.statusCode === null ? null : String(result.statusCode)],
    ['Address', detail.address],
    ['Packet loss', packetLoss === null ? null : `${packetLoss} %`],
    ['Time to live', ttl === null || ttl === undefined ? null : String(ttl)],
    ['Name server', dns && (dns.server ?? 'Those of this installation')],
    ['Certificate', certificate && certificateWords(certificate)],
    ['Issued through', certificate?.chain?.join(', ')],
    ['Domain', domain && domainWords(domain)],
  ];
  return facts.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []));
}

/** As many digits as tell a fast answer from none. */
export function milliseconds(time: number): string {
  const digits = time < 1 ? 2 : time < 10 ? 1 : 0;
  return `${Number(time.toFixed(digits))} ms`;
}

export function certificateWords({ subject, issuer, daysLeft }: Certificate): string {
  return `${subject}, by ${issuer}, ${daysWords(daysLeft)}`;
}

function domainWords({ name, daysLeft, message }: NonNullable<TestReply['detail']['domain']>): string {
  return daysLeft === null ? message : `${name}, ${daysWords(daysLeft)}`;
}

function daysWords(daysLeft: number): string {
  if (daysLeft < 0) return 'expired';
  return daysLeft === 1 ? 'one day left' : `${daysLeft.toLocaleString('en')} days left`;
}
