// What the simulated devices are: models that exist, as their agents describe themselves.

export interface Profile {
  /** sysDescr, sysObjectID and sysServices (RFC 3418). */
  description: string;
  objectId: string;
  services: number;
  /** The chassis of ENTITY-MIB (RFC 6933), of those that have one. */
  chassis?: { manufacturer: string; model: string; firmware: string };
  interfaces: readonly InterfaceGroup[];
  /** TCP ports that accept connections; a greeting where the server speaks first. */
  tcp?: readonly { port: number; greeting?: string }[];
  /** An SSH server, which lets people in. */
  hasSsh?: boolean;
  /** Id of the node role that Cairn suggests; none where nothing tells it. */
  role?: string;
}

interface InterfaceGroup {
  /** `#` is the number within the group. */
  name: string;
  count: number;
  /** Megabits a second. */
  speed: number;
  /** ifType (IANAifType): 6 is Ethernet, 71 is Wi-Fi. */
  type: number;
}

const ethernet = (name: string, count: number, speed: number): InterfaceGroup => ({ name, count, speed, type: 6 });
const radio = (name: string, speed: number): InterfaceGroup => ({ name, count: 1, speed, type: 71 });
const rawPrinting = { port: 9100 };
const web = { port: 80 };
/** sysServices: layers 2, 3, and 4 with 7. */
const [SWITCH, LAYER_3_SWITCH, ROUTER, HOST] = [2, 6, 4, 72];

export const profiles = {
  ciscoCore: {
    description:
      'Cisco IOS Software [Cupertino], Catalyst L3 Switch Software (CAT9K_IOSXE), Version 17.9.4a, RELEASE SOFTWARE (fc3)',
    objectId: '1.3.6.1.4.1.9.1.2494',
    services: LAYER_3_SWITCH,
    chassis: { manufacturer: 'Cisco Systems Inc', model: 'C9300-24T', firmware: '17.9.4a' },
    interfaces: [ethernet('GigabitEthernet1/0/#', 24, 1000), ethernet('TenGigabitEthernet1/1/#', 4, 10_000)],
    role: 'nms-switch',
  },
  ciscoAccess: {
    description:
      'Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.2(7)E8, RELEASE SOFTWARE (fc4)',
    objectId: '1.3.6.1.4.1.9.1.1208',
    services: LAYER_3_SWITCH,
    chassis: { manufacturer: 'Cisco', model: 'WS-C2960X-24TS-L', firmware: '15.2(7)E8' },
    interfaces: [ethernet('GigabitEthernet1/0/#', 24, 1000)],
    role: 'nms-switch',
  },
  hpSwitch: {
    description: 'HP J9776A 2530-24G Switch, revision YA.16.11.0012, ROM YA.15.20',
    objectId: '1.3.6.1.4.1.11.2.3.7.11.147',
    services: LAYER_3_SWITCH,
    chassis: { manufacturer: 'HP', model: '2530-24G Switch (J9776A)', firmware: 'YA.16.11.0012' },
    interfaces: [ethernet('#', 24, 1000)],
    tcp: [web],
    role: 'nms-switch',
  },
  dlinkSwitch: {
    description: 'DGS-1210-16 Gigabit Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.76.44.1',
    services: SWITCH,
    interfaces: [ethernet('Slot0/#', 16, 1000)],
    tcp: [web],
    role: 'nms-switch',
  },
  mikrotikRouter: {
    description: 'RouterOS CCR2004-1G-12S+2XS',
    objectId: '1.3.6.1.4.1.14988.1',
    services: ROUTER,
    interfaces: [ethernet('ether#', 1, 1000), ethernet('sfp-sfpplus#', 12, 10_000)],
    tcp: [{ port: 22, greeting: 'SSH-2.0-ROSSSH\r\n' }],
    role: 'nms-router',
  },
  fortigate: {
    description: 'FortiGate-100F perimeter firewall',
    objectId: '1.3.6.1.4.1.12356.101.1.1004',
    services: ROUTER,
    chassis: { manufacturer: 'Fortinet', model: 'FGT_100F', firmware: 'FortiGate-100F v7.2.8,build1639' },
    interfaces: [ethernet('port#', 12, 1000), ethernet('x#', 2, 10_000)],
    tcp: [{ port: 443 }],
    role: 'nms-firewall',
  },
  hpPrinter: {
    description: 'HP ETHERNET MULTI-ENVIRONMENT,ROM none,JETDIRECT,JD149,EEPROM JSI24220013,CIDATE 09/14/2023',
    objectId: '1.3.6.1.4.1.11.2.3.9.1',
    services: HOST,
    interfaces: [ethernet('eth#', 1, 1000)],
    tcp: [web, rawPrinting, { port: 631 }],
    role: 'nms-printer',
  },
  kyoceraPrinter: {
    description: 'KYOCERA Document Solutions Printing System',
    objectId: '1.3.6.1.4.1.1347.41',
    services: HOST,
    interfaces: [ethernet('eth#', 1, 1000)],
    tcp: [web, rawPrinting],
    role: 'nms-printer',
  },
  apcUps: {
    description:
      'APC Web/SNMP Management Card (MB:v4.3.1 PF:v7.0.8 PN:apc_hw05_aos_708.bin AF1:v7.0.8 MN:AP9640 HR:05) (Embedded PowerNet SNMP Agent SW v2.2 compatible)',
    objectId: '1.3.6.1.4.1.318.1.3.27',
    services: HOST,
    interfaces: [ethernet('eth#', 1, 100)],
    tcp: [web],
    role: 'nms-ups',
  },
  unifiAccessPoint: {
    description: 'U6-Pro 6.6.77.15402',
    objectId: '1.3.6.1.4.1.41112',
    services: HOST,
    interfaces: [ethernet('eth#', 1, 1000), radio('wifi0', 573), radio('wifi1', 4804)],
    tcp: [{ port: 22, greeting: 'SSH-2.0-dropbear\r\n' }],
  },
  synology: {
    description: 'Linux nas 4.4.302+ #69057 SMP Fri Jan 12 17:02:28 CST 2024 x86_64',
    objectId: '1.3.6.1.4.1.6574.1',
    services: HOST,
    chassis: { manufacturer: 'Synology', model: 'DS1621+', firmware: 'DSM 7.2-69057' },
    interfaces: [ethernet('eth#', 4, 1000)],
    tcp: [web, { port: 445 }],
    role: 'nms-server',
  },
  linuxServer: {
    description: 'Linux server 6.1.0-21-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.90-1 (2024-05-03) x86_64',
    objectId: '1.3.6.1.4.1.8072.3.2.10',
    services: HOST,
    interfaces: [ethernet('ens#', 2, 10_000)],
    hasSsh: true,
    role: 'nms-server',
  },
} as const satisfies Record<string, Profile>;
