// An ESXi host as far as the vSphere Web Services API says what it does: the managed objects that every host has, a session by a
// cookie, faults, and only the properties that a request names, a page at a time.
import { randomUUID, X509Certificate } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { XMLParser } from 'fast-xml-parser';
import { elsewhereCertificate, localhostCertificate } from '../fixtures/certificates.ts';

export const login = { username: 'watcher', password: 'a <secret> & more' };
export const fingerprint = new X509Certificate(localhostCertificate.cert).fingerprint256;
/** Of the certificate after `renew()`. */
export const renewedFingerprint = new X509Certificate(elsewhereCertificate.cert).fingerprint256;

export interface Guest {
  id: string;
  name: string;
  power: 'poweredOn' | 'poweredOff' | 'suspended';
  template?: boolean;
  address?: string;
}

/** What a test may change while the peer runs. */
export interface EsxiState {
  guests: Guest[];
  apiType: 'HostAgent' | 'VirtualCenter';
  /** Answers this in place of every response. */
  instead?: { status: number; body: string };
  /** Never answers. */
  silent: boolean;
}

export interface EsxiPeer {
  port: number;
  state: EsxiState;
  /** The methods that were called, in order. */
  calls: string[];
  /** Sessions that were not logged out. */
  sessions: Set<string>;
  /** Shows another certificate from now on. */
  renew(): void;
  stop(): Promise<void>;
}

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: (name) => ['propSet', 'pathSet', 'type'].includes(name),
});

const host: Readonly<Record<string, string>> = {
  name: 'esxi-1.example',
  'summary.config.product.fullName': 'VMware ESXi 8.0.3 build-24022510',
  'summary.config.product.version': '8.0.3',
  'summary.config.product.build': '24022510',
  'summary.hardware.vendor': 'Dell Inc.',
  'summary.hardware.model': 'PowerEdge R750',
  'summary.hardware.uuid': '4c4c4544-0042-3510-8056-c2c04f4e3533',
  'summary.hardware.cpuModel': 'Intel(R) Xeon(R) Gold 6330 CPU @ 2.00GHz',
  'summary.hardware.cpuMhz': '1995',
  'summary.hardware.numCpuPkgs': '2',
  'summary.hardware.numCpuCores': '56',
  'summary.hardware.memorySize': '549391835136',
  'summary.quickStats.overallCpuUsage': '20950',
  'summary.quickStats.overallMemoryUsage': '310000',
  'summary.quickStats.uptime': '864000',
};

const guestProperties = ({ name, power, template = false, address }: Guest): Readonly<Record<string, string>> => ({
  name,
  'runtime.powerState': power,
  'summary.config.template': String(template),
  'summary.config.guestFullName': 'Debian GNU/Linux 12 (64-bit)',
  'summary.config.numCpu': '4',
  'summary.config.memorySizeMB': '8192',
  'summary.storage.committed': '42949672960',
  ...(address !== undefined && { 'guest.hostName': `${name}.example`, 'guest.ipAddress': address }),
  'guest.toolsRunningStatus': address === undefined ? 'guestToolsNotRunning' : 'guestToolsRunning',
});

const escape = (value: string) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const envelope = (body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n<soapenv:Body>${body}</soapenv:Body>\n</soapenv:Envelope>`;
const fault = (name: string, message: string) =>
  `<soapenv:Fault><faultcode>ServerFaultCode</faultcode><faultstring>${message}</faultstring><detail><${name}Fault xmlns="urn:vim25" xsi:type="${name}"/></detail></soapenv:Fault>`;
const response = (method: string, content: string) =>
  `<${method}Response xmlns="urn:vim25">${content}</${method}Response>`;

interface PropertySpec {
  type: string[];
  pathSet: string[];
}

export async function startEsxi(
  given: Partial<EsxiState> = {},
  at: { host: string; port: number } = { host: '127.0.0.1', port: 0 },
): Promise<EsxiPeer> {
  const state: EsxiState = { guests: [], apiType: 'HostAgent', silent: false, ...given };
  const calls: string[] = [];
  const sessions = new Set<string>();
  const pages = new Map<string, string[]>();

  const objectsFor = (specs: readonly PropertySpec[]): string[] => {
    const told = (type: string, id: string, properties: Readonly<Record<string, string>>) => {
      const asked = specs.find((spec) => spec.type[0] === type)?.pathSet ?? [];
      const sets = asked.flatMap((path) =>
        properties[path] === undefined
          ? []
          : [`<propSet><name>${path}</name><val xsi:type="xsd:string">${escape(properties[path])}</val></propSet>`],
      );
      return `<objects><obj type="${type}">${id}</obj>${sets.join('')}</objects>`;
    };
    return [
      told('HostSystem', 'ha-host', host),
      ...state.guests.map((guest) => told('VirtualMachine', guest.id, guestProperties(guest))),
    ];
  };
  const page = (objects: string[], most: number): string => {
    const rest = objects.slice(most);
    const token = rest.length === 0 ? '' : randomUUID();
    if (token !== '') pages.set(token, rest);
    return `<returnval>${token && `<token>${token}</token>`}${objects.slice(0, most).join('')}</returnval>`;
  };
  let most = 100;

  type Content = Record<string, unknown>;
  function answer(method: string, content: Content, session: string | undefined): { body: string; cookie?: string } {
    if (method === 'RetrieveServiceContent')
      return {
        body: response(
          method,
          `<returnval><rootFolder type="Folder">ha-folder-root</rootFolder><propertyCollector type="PropertyCollector">ha-property-collector</propertyCollector><viewManager type="ViewManager">ViewManager</viewManager><about><name>VMware ESXi</name><apiType>${state.apiType}</apiType></about><sessionManager type="SessionManager">ha-sessionmgr</sessionManager></returnval>`,
        ),
      };
    if (method === 'Login') {
      if (content['userName'] !== login.username || content['password'] !== login.password)
        return { body: fault('InvalidLogin', 'Cannot complete login due to an incorrect user name or password.') };
      const key = randomUUID();
      sessions.add(key);
      return {
        body: response(method, `<returnval><key>${key}</key><userName>${login.username}</userName></returnval>`),
        cookie: `vmware_soap_session="${key}"; Path=/; HttpOnly; Secure;`,
      };
    }
    if (session === undefined || !sessions.has(session))
      return { body: fault('NotAuthenticated', 'The session is not authenticated.') };
    if (method === 'Logout') {
      sessions.delete(session);
      return { body: response(method, '') };
    }
    if (method === 'CreateContainerView')
      return { body: response(method, '<returnval type="ContainerView">session[1]view</returnval>') };
    if (method === 'RetrievePropertiesEx') {
      const { propSet, objectSet } = content['specSet'] as { propSet: PropertySpec[]; objectSet: Content };
      const { selectSet } = objectSet as { selectSet: Content };
      if (selectSet['@xsi:type'] === undefined && selectSet['@type'] === undefined)
        return { body: fault('InvalidRequest', 'A traversal needs its type.') };
      most = Number((content['options'] as Content)['maxObjects']);
      return { body: response(method, page(objectsFor(propSet), most)) };
    }
    if (method === 'ContinueRetrievePropertiesEx')
      return { body: response(method, page(pages.get(String(content['token'])) ?? [], most)) };
    return { body: fault('InvalidRequest', `Unknown method ${method}`) };
  }

  const server = createServer(localhostCertificate, (request, reply) => {
    void text(request).then((sent) => {
      if (state.silent) return;
      if (state.instead) return void reply.writeHead(state.instead.status).end(state.instead.body);
      if (request.url !== '/sdk' || !/^"urn:vim25\/\d/.test(String(request.headers['soapaction'])))
        return void reply.writeHead(404).end();
      const parsed = parser.parse(sent) as { Envelope: { Body: Record<string, Content> } };
      const [method = '', content = {}] = Object.entries(parsed.Envelope.Body)[0] ?? [];
      calls.push(method);
      const session = /vmware_soap_session="([^"]+)"/.exec(request.headers.cookie ?? '')?.[1];
      const { body, cookie } = answer(method, content, session);
      reply
        .writeHead(body.includes(':Fault>') ? 500 : 200, {
          'content-type': 'text/xml; charset=utf-8',
          ...(cookie && { 'set-cookie': cookie }),
        })
        .end(envelope(body));
    });
  });
  // What nobody stops ends with its test file.
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(at.port, at.host, resolve).unref());
  return {
    port: (server.address() as AddressInfo).port,
    state,
    calls,
    sessions,
    renew: () => server.setSecureContext(elsewhereCertificate),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
