import { request } from 'node:http';
import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { XMLParser } from 'fast-xml-parser';
import type { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { HostFailed } from './host-failed.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 30_000;
const LARGEST_ANSWER = 32 * 1024 * 1024;
/** What ESXi 6.0 and everything later speaks. */
const VERSION = 'urn:vim25/6.0';

type Address = Pick<HostRequest, 'hostname' | 'apiPort' | 'certificate'>;

/** One element of a response: its attributes (`@type`), its children by name, and its text (`#text`). */
export type Xml = string | { readonly [name: string]: Xml | readonly Xml[] } | undefined;

/** A fault of the host, by the name of its detail: `InvalidLoginFault`. */
export class SoapFault extends Error {
  override name = 'SoapFault';
  readonly fault: string;

  constructor(fault: string, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Sends requests of the vSphere Web Services API to `https://<host>:<port>/sdk`, one connection each. */
export class VsphereSession {
  private cookie = '';
  private readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }

  /**
   * Returns the element of the response below the SOAP body.
   * @throws HostFailed when there is no answer, or the certificate is not trusted
   * @throws SoapFault
   */
  async call(method: string, body: string): Promise<Xml> {
    const text = await this.post(
      '<?xml version="1.0" encoding="UTF-8"?>' +
        '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"' +
        ' xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
        `<soapenv:Body><${method} xmlns="urn:vim25">${body}</${method}></soapenv:Body></soapenv:Envelope>`,
    );
    const content = at(readXml(text), 'Envelope', 'Body');
    const fault = at(content, 'Fault');
    if (fault !== undefined) {
      const detail = at(fault, 'detail');
      const name = typeof detail === 'object' ? (Object.keys(detail).find((key) => !/^[@#]/.test(key)) ?? '') : '';
      throw new SoapFault(name, textAt(fault, 'faultstring'));
    }
    const response = at(content, `${method}Response`);
    if (response === undefined) throw new HostFailed('esxi_unknown', 'The response is not one of vSphere');
    return response;
  }

  private async post(body: string): Promise<string> {
    const socket = await openTrusted(this.address);
    return new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        socket.destroy();
        reject(error instanceof HostFailed ? error : new HostFailed('esxi_unknown', error.message));
      };
      const sent = request(
        {
          createConnection: () => socket,
          host: this.address.hostname,
          port: this.address.apiPort,
          method: 'POST',
          path: '/sdk',
          timeout: ANSWER_MS,
          headers: {
            'content-type': 'text/xml; charset=utf-8',
            'content-length': Buffer.byteLength(body),
            soapaction: `"${VERSION}"`,
            connection: 'close',
            ...(this.cookie && { cookie: this.cookie }),
          },
        },
        (response) => {
          const [cookie] = response.headers['set-cookie'] ?? [];
          if (cookie !== undefined) this.cookie = cookie.split(';')[0] ?? '';
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > LARGEST_ANSWER) fail(new Error('The response is too large'));
            else chunks.push(chunk);
          });
          response.once('error', fail);
          response.once('end', () => {
            socket.destroy();
            const { statusCode = 0 } = response;
            // A fault comes with 500.
            if (statusCode !== 200 && statusCode !== 500)
              fail(new Error(`The host answered with status ${statusCode}`));
            else resolve(Buffer.concat(chunks).toString('utf8'));
          });
        },
      );
      sent.once('timeout', () => fail(new HostFailed('esxi_init_timeout')));
      sent.once('error', fail);
      sent.end(body);
    });
  }
}

/** A connection to a host whose certificate a known authority signed for this name, or is the one that a person trusts. */
function openTrusted({ hostname, apiPort, certificate }: Address): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname,
      port: apiPort,
      ...(isIP(hostname) === 0 && { servername: hostname }),
      // Judged below, before a byte of the request is sent.
      rejectUnauthorized: false,
    });
    const fail = (error: Error) => {
      clearTimeout(late);
      socket.destroy();
      reject(error);
    };
    const late = setTimeout(() => fail(new HostFailed('esxi_init_timeout')), CONNECT_MS);
    socket.once('error', (error: NodeJS.ErrnoException) =>
      fail(new HostFailed(error.code === 'ETIMEDOUT' ? 'esxi_init_timeout' : 'esxi_unknown', error.message)),
    );
    socket.once('secureConnect', () => {
      clearTimeout(late);
      const shown = socket.getPeerX509Certificate();
      if (shown === undefined) return fail(new HostFailed('esxi_unknown', 'The host shows no certificate'));
      const isTrusted = certificate === '' ? socket.authorized : shown.fingerprint256 === certificate;
      if (isTrusted) return resolve(socket);
      const { fingerprint256: fingerprint, validTo } = shown;
      const [subject, issuer] = [shown.subject, shown.issuer].map(inOneLine);
      return fail(
        new HostFailed('certificate_unknown', '', {
          subject: subject ?? '',
          issuer: issuer ?? '',
          validTo: validTo.slice(0, 64),
          fingerprint,
          isKnown: socket.authorized,
        }),
      );
    });
  });
}

/** Node gives each part of a name a line of its own. */
function inOneLine(name: string | undefined): string {
  return (name ?? '').split('\n').join(', ').slice(0, 255);
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
});

/** @throws HostFailed for what is no XML, and for XML with declarations of its own */
function readXml(text: string): Xml {
  // Entities can expand without bound; vSphere declares none.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new HostFailed('esxi_unknown', 'The response declares entities');
  try {
    return parser.parse(text) as Xml;
  } catch (error) {
    throw new HostFailed('esxi_unknown', error instanceof Error ? error.message : String(error));
  }
}

/** The element below, by the names on the way; the first where there are several. */
export function at(from: Xml, ...names: readonly string[]): Xml {
  return names.reduce<Xml>((element, name) => allAt(element, name)[0], from);
}

/** The elements with this name below. */
export function allAt(from: Xml, name: string): readonly Xml[] {
  if (typeof from !== 'object' || !Object.hasOwn(from, name)) return [];
  const found = from[name];
  return isList(found) ? found : [found];
}

function isList(found: Xml | readonly Xml[]): found is readonly Xml[] {
  return Array.isArray(found);
}

export function textAt(from: Xml, ...names: readonly string[]): string {
  return textOf(at(from, ...names));
}

export function textOf(element: Xml): string {
  if (typeof element === 'object') return textOf(element['#text'] as Xml);
  return element ?? '';
}

/** Text for the inside of an element. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
