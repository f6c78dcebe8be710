import { flowCase } from '../flow-case.ts';
import { looking, printer, router } from './found.ts';

export default flowCase({
  inputs: { 'of a run': { subject: '00000000-0000-4000-8000-000000000007' } },
  // Two of its screens draw the table of what was found, which reads its rows and measures each.
  budget: { dom: 16 },
  replies: {
    startNetworkDiscovery: { 'some respond': { reached: 2, unreachable: 252 } },
    checkDiscoveredDevices: {
      'two devices': { devices: [router, printer], clientName: 'Acme', locationName: 'Main office' },
      'one device': { devices: [router], clientName: 'Acme', locationName: 'Main office' },
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
    'editing.configuration': {
      heading: 'Configuration',
      offers: ['Discover'],
      // Fields, defaults, bounds and what is required are in approved.yaml.
      clauses:
        'F02-05 F02-06 F02-09 F02-19 F02-20 F02-21 F02-22 F02-23 F02-24 F02-25 F02-26 F02-27 F02-28 F02-45 F02-50 F02-55 F02-56 F02-57 F02-58 F02-61'.split(
          ' ',
        ),
    },
    discovering: { heading: 'Discovering the network', clauses: ['F02-14', 'F02-15', 'F02-18', 'F02-39'] },
    lost: { heading: 'The discovery cannot be followed', offers: ['Try again', 'Close'] },
    rerun: { heading: 'Discover again?', offers: ['Discover again', 'Back'], clauses: ['F02-17'] },
    // Back leads to the configuration, which a discovery that has ended does not ask for: approved.yaml has both.
    'editing.devices': { heading: 'Device selection', offers: ['Review'] },
    checking: { heading: 'Checking the selection' },
    'editing.review': { heading: 'Review', offers: ['Add devices', 'Back'] },
    adding: { heading: 'Adding devices' },
    added: { heading: 'Successfully added devices', offers: ['Open network probe', 'Close'], clauses: ['F02-51'] },
  },
});
