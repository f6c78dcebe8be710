import { createContext, use } from 'react';
import { hashAddress, type FlowAddress } from './address.ts';

const FlowAddressContext = createContext<FlowAddress | undefined>(undefined);

/** Gives flows the console's router; without it they use the address of the plain page. */
export const FlowAddressProvider = FlowAddressContext.Provider;

let plain: FlowAddress | undefined;

export function useFlowAddress(): FlowAddress {
  return use(FlowAddressContext) ?? (plain ??= hashAddress(window));
}
