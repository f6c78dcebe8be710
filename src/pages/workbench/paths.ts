export const workbenchPath = '/workbench';

export function pathRunPath(run: string): string {
  return `${workbenchPath}/${run}`;
}

/** What nobody would notice of changes to a flow. */
export function mutantsPath(flow: string): string {
  return `${workbenchPath}/changes/${flow}`;
}

/** What technicians did in a flow. */
export function recordedFlowPath(flow: string): string {
  return `${workbenchPath}/sessions/${flow}`;
}

export function pathReportPath(run: string, flow: string): string {
  return `${pathRunPath(run)}/${flow}`;
}
