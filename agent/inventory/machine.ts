/** What firmware tells of a machine; empty where it tells nothing. */
export interface Firmware {
  manufacturer: string;
  model: string;
  biosSerialNumber: string;
  biosVersion: string;
  /** The number of SMBIOS's chassis types. */
  chassisType: number | undefined;
}

/** What makers leave in fields that they did not fill. */
const UNFILLED =
  /^(to be filled by o\.?e\.?m\.?|default string|system (manufacturer|product name|serial number)|not (specified|applicable)|none|n\/a|0+|unknown|o\.e\.m\.)$/i;

export function filled(text: string): string {
  return UNFILLED.test(text.trim()) ? '' : text.trim();
}

const PRODUCTS: readonly (readonly [RegExp, string])[] = [
  [/vmware/i, 'vmware'],
  [/virtualbox|innotek/i, 'virtualbox'],
  [/microsoft corporation virtual machine/i, 'hyper-v'],
  [/amazon ec2/i, 'amazon'],
  [/google compute engine/i, 'google'],
  [/parallels/i, 'parallels'],
  [/xen|hvm domu/i, 'xen'],
  [/qemu|kvm|openstack|bochs/i, 'kvm'],
];

/** Signs of virtualization, the surest first. */
export interface VirtualizationSigns {
  /** `container=` of process 1, or a file that a container engine leaves. */
  container: string;
  firmware: Pick<Firmware, 'manufacturer' | 'model'>;
  /** `/sys/hypervisor/type`. */
  hypervisorType: string;
  /** `/proc/cpuinfo` has the flag `hypervisor`. */
  hypervisorFlag: boolean;
}

/** The hypervisor or container engine by name, `virtual` when only known to be one, empty on bare metal or when unknown. */
export function virtualizationFrom(signs: VirtualizationSigns): string {
  if (signs.container) return signs.container;
  const product = `${signs.firmware.manufacturer} ${signs.firmware.model}`;
  const named = PRODUCTS.find(([pattern]) => pattern.test(product));
  if (named) return named[1];
  if (signs.hypervisorType) return signs.hypervisorType;
  return signs.hypervisorFlag ? 'virtual' : '';
}

/** Desktop, low-profile, pizza box, mini tower, tower, portable, laptop, notebook, hand-held, all-in-one, sub-notebook, tablet, convertible, detachable. */
const PERSONAL_CHASSIS = new Set([3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 30, 31, 32]);

/** A machine serves when nobody is meant to sit at it: no graphical target, and no chassis made for a desk or a lap unless it runs headless. */
export function looksLikeServer(signs: {
  graphicalTarget: boolean;
  displayManager: boolean;
  chassisType: number | undefined;
}): boolean {
  if (signs.graphicalTarget && signs.displayManager) return false;
  if (signs.displayManager && PERSONAL_CHASSIS.has(signs.chassisType ?? 0)) return false;
  return true;
}
