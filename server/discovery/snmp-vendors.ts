interface Vendor {
  name: string;
  /** Id of a node role, of a vendor that makes one kind of device. */
  role?: string;
}

/** Vendors by their private enterprise number (IANA), which follows 1.3.6.1.4.1 in sysObjectID. */
const vendors: Readonly<Record<string, Vendor>> = {
  '9': { name: 'Cisco' },
  '11': { name: 'HP' },
  '171': { name: 'D-Link' },
  '232': { name: 'HPE', role: 'nms-server' },
  '253': { name: 'Xerox', role: 'nms-printer' },
  '311': { name: 'Microsoft', role: 'nms-computer' },
  '318': { name: 'APC', role: 'nms-ups' },
  '367': { name: 'Ricoh', role: 'nms-printer' },
  '534': { name: 'Eaton', role: 'nms-ups' },
  '641': { name: 'Lexmark', role: 'nms-printer' },
  '674': { name: 'Dell' },
  '890': { name: 'Zyxel' },
  '1248': { name: 'Epson', role: 'nms-printer' },
  '1347': { name: 'Kyocera', role: 'nms-printer' },
  '1588': { name: 'Brocade', role: 'nms-switch' },
  '1602': { name: 'Canon', role: 'nms-printer' },
  '1916': { name: 'Extreme Networks', role: 'nms-switch' },
  '2011': { name: 'Huawei' },
  '2435': { name: 'Brother', role: 'nms-printer' },
  '2636': { name: 'Juniper Networks' },
  '4526': { name: 'NETGEAR' },
  '6574': { name: 'Synology', role: 'nms-server' },
  '6876': { name: 'VMware', role: 'nms-vm-host' },
  '8072': { name: 'Net-SNMP', role: 'nms-server' },
  '8741': { name: 'SonicWall', role: 'nms-firewall' },
  '11863': { name: 'TP-Link' },
  '12356': { name: 'Fortinet', role: 'nms-firewall' },
  '14823': { name: 'Aruba' },
  '14988': { name: 'MikroTik', role: 'nms-router' },
  '24681': { name: 'QNAP', role: 'nms-server' },
  '25461': { name: 'Palo Alto Networks', role: 'nms-firewall' },
  '25506': { name: 'H3C' },
  '30065': { name: 'Arista', role: 'nms-switch' },
  '41112': { name: 'Ubiquiti' },
  '47196': { name: 'Aruba', role: 'nms-switch' },
};

const enterprises = '1.3.6.1.4.1.';

/** The vendor of a sysObjectID; undefined for one that is not in the list. */
export function vendorOf(objectId: string): Vendor | undefined {
  if (!objectId.startsWith(enterprises)) return undefined;
  const [number = ''] = objectId.slice(enterprises.length).split('.');
  return Object.hasOwn(vendors, number) ? vendors[number] : undefined;
}
