import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Report } from './report.ts';

export function RefusalsLink({ report }: { report: Pick<Report, 'refusalsUrl'> }): ReactNode {
  return (
    <Button
      component="a"
      href={report.refusalsUrl}
      download
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconDownload size={14} />}
    >
      Refusals as CSV
    </Button>
  );
}
