export const workbenchPath = '/workbench';

export function pathRunPath(run: string): string {
  return `${workbenchPath}/${run}`;
}

export function pathReportPath(run: string, flow: string): string {
  return `${pathRunPath(run)}/${flow}`;
}
