import { flowCase } from '../flow-case.ts';
import { looking, printer, router } from '../network-discovery/found.ts';

const place = { clientName: 'Acme', locationName: 'Main office' };

export default flowCase({
  // Nearly every path begins by filling in the ten fields of a discovery, and three of its screens draw a table.
  budget: { dom: 34 },
  replies: {
    startNetworkDiscovery: { 'all looked at': { reached: 2, unreachable: 252 } },
    readDiscoverySummary: {
      'some found': { responding: 2, snmpResponding: 1, existing: 1, offline: 251 },
      'nothing found': { responding: 0, snmpResponding: 0, existing: 0, offline: 254 },
    },
    checkDiscoveredDevices: {
      'two devices': { devices: [router, printer], ...place },
      'one device': { devices: [router], ...place },
    },
    addDiscoveredDevices: { added: { added: 2, networkProbe: { nodeId: 9, nodeName: 'probe-1' } } },
  },
  progress: {
    startNetworkDiscovery: {
      'half looked at': looking(127, 254),
      'all looked at': looking(254, 254),
    },
  },
  states: {
    'editing.setup': {
      heading: 'Set up',
      offers: ['Run discovery'],
      clauses: ['F02-03', 'F03-01', 'F03-03', 'F03-29'],
    },
    'discovering.running': { heading: 'Run discovery', offers: ['Back'], clauses: ['F03-04', 'F03-15'] },
    'discovering.leaving': {
      heading: 'Stop discovery?',
      offers: ['Stop discovery', 'Go on'],
      clauses: ['F03-16', 'F03-17'],
    },
    'discovering.closing': {
      heading: 'Close while the discovery runs?',
      offers: ['Stop and close', 'Go on'],
      clauses: ['F03-18'],
    },
    lost: { heading: 'The discovery cannot be followed', offers: ['Try again', 'Close'] },
    rerun: { heading: 'Discover again?', offers: ['Discover again', 'Back'] },
    counting: { heading: 'Reading the results' },
    uncounted: { heading: 'The results could not be read', offers: ['Try again', 'Close'] },
    'editing.completed': {
      heading: 'Discovery completed',
      offers: ['View discovery results', 'Back'],
      clauses: ['F03-13', 'F03-19', 'F03-20'],
    },
    'editing.nothing': { heading: 'Discovery completed', offers: ['Back'], clauses: ['F03-05'] },
    'editing.review': { heading: 'Review', offers: ['Finish', 'Back'], clauses: ['F03-14', 'F03-21'] },
    checking: { heading: 'Checking the devices' },
    confirming: {
      heading: ['Add 1 device?', 'Add 2 devices?'],
      offers: ['Add', 'Back'],
      clauses: ['F03-22', 'F03-23'],
    },
    adding: { heading: 'Adding devices' },
    added: { heading: 'Successfully added devices', offers: ['Open network probe', 'Close'] },
  },
});
