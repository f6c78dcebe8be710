import type { HostResponse, VmHostResult } from '#api/contract/agent-methods/vm-host.ts';

/** The words of each result (F01-26, F01-37 … F01-44, ruling 4). `undefined`: the delegate's own. */
const words: Readonly<Record<VmHostResult, string | undefined>> = {
  succeeded: '',
  failed_to_download: 'Failed to download agent',
  failed_to_install: 'Error installing agent',
  failed_to_start_service: 'Failed to start service',
  esxi_init_timeout: 'Connection timeout',
  esxi_unknown: 'Unknown connection error',
  invalid_credentials: 'Invalid credentials',
  certificate_unknown: 'The certificate of the host is not the one that was trusted',
  vm_host_test_error: 'Test failed',
  vm_host_test_delegate_error: 'Test failed',
  vm_host_test_delegate_error_with_message: undefined,
};

/** How a test or a reading ended, in words; empty for a good end. */
export function wordsOfResult({ code, message }: Pick<HostResponse, 'code' | 'message'>): string {
  return words[code] ?? message;
}
