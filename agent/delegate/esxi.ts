import type { HostRequest, VmGuest } from '#api/contract/agent-methods/vm-host.ts';
import type { HostRead } from './host-read.ts';
import { HostFailed } from './host-failed.ts';
import { allAt, at, escaped, SoapFault, textAt, textOf, VsphereSession, type Xml } from './vsphere-session.ts';

const MB = 1024 * 1024;
/** Objects of one page of properties. */
const PAGE = 100;
/** The delegate refuses a host with more pages than this. */
const MOST_PAGES = 50;

/** What is read of each type of managed object. */
const paths = {
  HostSystem: [
    'name',
    'summary.config.product.fullName',
    'summary.config.product.version',
    'summary.config.product.build',
    'summary.hardware.vendor',
    'summary.hardware.model',
    'summary.hardware.uuid',
    'summary.hardware.cpuModel',
    'summary.hardware.cpuMhz',
    'summary.hardware.numCpuPkgs',
    'summary.hardware.numCpuCores',
    'summary.hardware.memorySize',
    'summary.quickStats.overallCpuUsage',
    'summary.quickStats.overallMemoryUsage',
    'summary.quickStats.uptime',
  ],
  VirtualMachine: [
    'name',
    'runtime.powerState',
    'summary.config.template',
    'summary.config.guestFullName',
    'summary.config.numCpu',
    'summary.config.memorySizeMB',
    'summary.storage.committed',
    'guest.hostName',
    'guest.ipAddress',
    'guest.toolsRunningStatus',
  ],
} as const;

interface Managed {
  type: string;
  id: string;
  properties: ReadonlyMap<string, string>;
}

/**
 * Signs in at an ESXi host by the vSphere Web Services API and reads the properties of the host and its guests.
 * @throws HostFailed
 */
export async function readEsxi(request: HostRequest): Promise<HostRead> {
  const session = new VsphereSession(request);
  try {
    return await read(session, request);
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error;
    if (error.fault === 'InvalidLoginFault') throw new HostFailed('invalid_credentials');
    if (error.fault === 'NoPermissionFault')
      throw new HostFailed('vm_host_test_delegate_error_with_message', 'The account may not read the host.');
    throw new HostFailed('vm_host_test_error', error.message || error.fault);
  }
}

async function read(session: VsphereSession, { username, password }: HostRequest): Promise<HostRead> {
  const about = at(
    await session.call('RetrieveServiceContent', '<_this type="ServiceInstance">ServiceInstance</_this>'),
    'returnval',
  );
  const object = (name: string) => textAt(about, name);
  if (textAt(about, 'about', 'apiType') === 'VirtualCenter')
    throw new HostFailed(
      'vm_host_test_delegate_error_with_message',
      'This is a vCenter Server. Enter the address of an ESXi host.',
    );
  await session.call(
    'Login',
    `<_this type="SessionManager">${escaped(object('sessionManager'))}</_this><userName>${escaped(username)}</userName><password>${escaped(password)}</password>`,
  );
  try {
    const view = textAt(
      await session.call(
        'CreateContainerView',
        `<_this type="ViewManager">${escaped(object('viewManager'))}</_this><container type="Folder">${escaped(object('rootFolder'))}</container><type>HostSystem</type><type>VirtualMachine</type><recursive>true</recursive>`,
      ),
      'returnval',
    );
    const objects = await propertiesOf(session, object('propertyCollector'), view);
    const host = objects.find(({ type }) => type === 'HostSystem');
    if (host === undefined) throw new HostFailed('vm_host_test_error', 'The host shows no host system');
    return {
      host: hostOf(host.properties),
      guests: objects.filter(isGuest).map(guestOf),
    };
  } finally {
    // The host limits the number of sessions, and keeps an idle one for a while.
    await session
      .call('Logout', `<_this type="SessionManager">${escaped(object('sessionManager'))}</_this>`)
      .catch(() => undefined);
  }
}

/** Retrieves the properties of every object in the view, a page at a time. */
async function propertiesOf(session: VsphereSession, collector: string, view: string): Promise<Managed[]> {
  const self = `<_this type="PropertyCollector">${escaped(collector)}</_this>`;
  const sets = Object.entries(paths).map(
    ([type, names]) =>
      `<propSet><type>${type}</type>${names.map((name) => `<pathSet>${name}</pathSet>`).join('')}</propSet>`,
  );
  const traversal =
    '<selectSet xsi:type="TraversalSpec"><name>all</name><type>ContainerView</type><path>view</path><skip>false</skip></selectSet>';
  let page = at(
    await session.call(
      'RetrievePropertiesEx',
      `${self}<specSet>${sets.join('')}<objectSet><obj type="ContainerView">${escaped(view)}</obj><skip>true</skip>${traversal}</objectSet></specSet><options><maxObjects>${PAGE}</maxObjects></options>`,
    ),
    'returnval',
  );
  const found: Managed[] = [];
  for (let pages = 1; ; pages += 1) {
    found.push(...allAt(page, 'objects').map(managedOf));
    const token = textAt(page, 'token');
    if (token === '') return found;
    if (pages === MOST_PAGES) throw new HostFailed('vm_host_test_error', 'The host has too many guests');
    page = at(
      await session.call('ContinueRetrievePropertiesEx', `${self}<token>${escaped(token)}</token>`),
      'returnval',
    );
  }
}

function managedOf(object: Xml): Managed {
  return {
    type: textAt(object, 'obj', '@type'),
    id: textAt(object, 'obj'),
    properties: new Map(allAt(object, 'propSet').map((set) => [textAt(set, 'name'), textOf(at(set, 'val'))])),
  };
}

function isGuest({ type, properties }: Managed): boolean {
  return type === 'VirtualMachine' && properties.get('summary.config.template') !== 'true';
}

function hostOf(said: Managed['properties']): HostRead['host'] {
  const text = (name: string, most: number) => (said.get(name) ?? '').slice(0, most);
  const number = (name: string) => numberIn(said.get(name)) ?? 0;
  const cores = number('summary.hardware.numCpuCores');
  return {
    name: text('name', 255),
    product: text('summary.config.product.fullName', 255),
    version: text('summary.config.product.version', 50),
    build: text('summary.config.product.build', 50),
    vendor: text('summary.hardware.vendor', 100),
    model: text('summary.hardware.model', 100),
    uuid: text('summary.hardware.uuid', 64),
    cpuModel: text('summary.hardware.cpuModel', 200),
    cpuSockets: number('summary.hardware.numCpuPkgs'),
    cpuCores: cores,
    cpuMHz: number('summary.hardware.cpuMhz') * cores,
    memoryMB: Math.round(number('summary.hardware.memorySize') / MB),
    cpuUsedMHz: numberIn(said.get('summary.quickStats.overallCpuUsage')),
    memoryUsedMB: numberIn(said.get('summary.quickStats.overallMemoryUsage')),
    upSeconds: numberIn(said.get('summary.quickStats.uptime')),
  };
}

const powers: Readonly<Record<string, VmGuest['power']>> = { poweredOn: 'on', suspended: 'suspended' };

function guestOf({ id, properties: said }: Managed): VmGuest {
  const text = (name: string, most: number) => (said.get(name) ?? '').slice(0, most);
  return {
    externalId: id.slice(0, 100),
    name: text('name', 255),
    power: powers[said.get('runtime.powerState') ?? ''] ?? 'off',
    os: text('summary.config.guestFullName', 255),
    hostName: text('guest.hostName', 255),
    address: text('guest.ipAddress', 64),
    cpus: numberIn(said.get('summary.config.numCpu')) ?? 0,
    memoryMB: numberIn(said.get('summary.config.memorySizeMB')) ?? 0,
    storageMB: Math.round((numberIn(said.get('summary.storage.committed')) ?? 0) / MB),
    tools: said.get('guest.toolsRunningStatus') === 'guestToolsRunning',
  };
}

/** A whole number, not below 0; null for anything else. */
function numberIn(text: string | undefined): number | null {
  const number = Number(text === '' ? undefined : text);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
