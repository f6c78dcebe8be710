// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { CallReply } from '#api/client.ts';
import { MockRefusal } from '#api/mock.ts';
import { given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

type Script = CallReply<'readScript'>;
type Attachment = NonNullable<Script['attachment']>;
const attachment = (more: Partial<Attachment> = {}): Attachment => ({
  id: '00000000-0000-4000-8000-000000000001',
  contentId: 'ab'.repeat(32),
  uploadType: 'FILE',
  url: '',
  uploadStatus: 'SUCCESS',
  scan: 'NOT_SCANNED',
  scanMessage: '',
  metadata: { name: 'setup.run', mimeType: 'application/octet-stream', size: 2_000_000, extension: '.run' },
  ...more,
});
const installer = (of: Attachment): Script => ({
  id: 7,
  name: 'Backup client',
  description: '',
  language: 'binary_install',
  operatingSystems: ['Linux'],
  architecture: ['64'],
  categoriesIds: [3],
  categoriesNames: ['Maintenance'],
  createdOn: '2026-11-01T00:00:00.000Z',
  updatedOn: '2026-11-01T00:00:00.000Z',
  createdBy: 'Ada Byron',
  lastUpdatedBy: 'Ada Byron',
  may: { read: true, update: true, delete: true, run: true },
  scriptParameters: [],
  useFirstParametersOptionAsDefault: false,
  scriptVariables: [],
  defaultRunAs: '',
  defaultTimeout: 600,
  version: 1,
  attachment: of,
  script: '',
  revision: 1,
});
const page = '/administration/library/scripting/scripts/7';

async function opened(of: Attachment) {
  given({ readScript: () => installer(of), listScriptRuns: () => [] });
  const user = await open(page);
  await screen.findByRole('heading', { name: 'Installer' });
  return user;
}

describe('the tile of an installer', () => {
  it('downloads by an address that the server signs, and says why it could not (C19-05, C19-07, C12-55)', async () => {
    const user = await opened(attachment());
    expect(screen.getByText('No malware scanner has looked at this file.')).toBeTruthy();
    expect(screen.queryByText(/clean/i)).toBeNull();
    given({ signAttachment: () => new MockRefusal('attachment_not_ready') });
    await user.click(screen.getByRole('button', { name: /setup\.run/ }));
    expect(await screen.findByText('Download Failed')).toBeTruthy();
  });

  it.each([
    ['PROCESSING', 'PROCESSING', 'Automation processing: devices get the file once it is checked.'],
    ['FAILURE', 'FAILED', 'There was an error while uploading the attachment'],
    ['SUSPICIOUS', 'INFECTED', 'This attachment has been flagged as suspicious'],
  ] as const)(
    'cannot be pressed while %s, and says so (C19-02, C19-03, C19-04, C19-16, C19-17)',
    async (status, scan, words) => {
      await opened(attachment({ uploadStatus: status, scan, contentId: '' }));
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByText('setup.run').closest(`[data-status="${status}"]`)).toBeTruthy();
      expect(screen.queryByRole('button', { name: /setup\.run/ })).toBeNull();
    },
  );

  it('is edited by its own flow, and not copied (C12-45)', async () => {
    const user = await opened(attachment());
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain('/editor/install/7');
    await user.click(screen.getByRole('button', { name: 'Actions of Backup client' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('Rename')).toBeTruthy();
    expect(within(menu).queryByText('Copy')).toBeNull();
  });
});

it('lists what is under review by its state (C12-15)', async () => {
  given({
    listMalwareScans: ({ params }) =>
      params['status'] === 'INFECTED'
        ? [
            {
              id: 7,
              name: 'Backup client',
              attachment: attachment({ scan: 'INFECTED', uploadStatus: 'SUSPICIOUS', scanMessage: 'Test.Virus' }),
              uploadedBy: 'Ada Byron',
              uploadedAt: '2026-11-01T00:00:00.000Z',
            },
          ]
        : [],
  });
  await open('/administration/library/scripting/underReview');
  const list = await screen.findByRole('list', { name: 'Infected' });
  expect(within(list).getByRole('link', { name: 'Backup client' })).toBeTruthy();
  expect(within(list).getByText('Test.Virus')).toBeTruthy();
  expect(screen.getByText('No installer is being processed')).toBeTruthy();
  expect(screen.getByText('No scan failed')).toBeTruthy();
});
