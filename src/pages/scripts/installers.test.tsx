// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  preview: false,
  scannable: false,
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
  preExecutionScript: null,
  postExecutionScript: null,
  iconUrl: null,
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

  it('shows an image, and downloads it from there (C19-06)', async () => {
    const picture = attachment({ preview: true, metadata: { ...attachment().metadata, name: 'diagram.png' } });
    const asked: unknown[] = [];
    const user = await opened(picture);
    given({
      signAttachment: ({ query }) => {
        asked.push(query);
        const signedUrl = `/api/attachment/${picture.id}/preview?expires=1&signature=s`;
        return { signedUrl, expiresAt: '2026-11-01T00:00:00.000Z' };
      },
    });
    await user.click(screen.getByRole('button', { name: /diagram\.png/ }));
    const dialog = await screen.findByRole('dialog', { name: 'diagram.png' });
    const image = within(dialog).getByRole('img', { name: 'diagram.png' });
    expect(image.getAttribute('src')).toContain('/preview?');
    expect(asked).toEqual([{ attachmentId: picture.id, use: 'preview' }]);
    fireEvent.error(image);
    expect(await within(dialog).findByText('The preview could not be shown')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toEqual({ attachmentId: picture.id });
  });

  const failed = attachment({ scan: 'FAILED', uploadStatus: 'FAILURE', scannable: true });
  const filesWith = (hasScanner: boolean, of = failed) => ({
    readInstallAttachments: () => ({
      runnableAttachment: of,
      helperAttachments: [attachment({ metadata: { ...attachment().metadata, name: 'settings.json' } })],
      customIconAttachment: null,
      hasScanner,
    }),
  });

  it('has a file scanned again whose scan failed, where there is a scanner', async () => {
    const asked: unknown[] = [];
    given({
      ...filesWith(true),
      scanAttachment: ({ body }) => {
        asked.push(body);
        return { resultCode: 'SUCCESS' };
      },
    });
    const user = await opened(failed);
    await user.click(await screen.findByRole('button', { name: 'Scan again' }));
    await waitFor(() => expect(asked).toEqual([{ attachmentId: failed.id }]));
  });

  it.each([
    ['there is no scanner', false, failed, true],
    ['the file cannot be scanned', true, { ...failed, scannable: false }, true],
    ['the person may not change the automation', true, failed, false],
  ] as const)('offers no scan where %s', async (_why, hasScanner, of, update) => {
    given({ ...filesWith(hasScanner, of), listScriptRuns: () => [] });
    const script = { ...installer(of), may: { read: true, update, delete: false, run: false } };
    given({ readScript: () => script });
    await open(page);
    // What the server says of its files is there.
    await screen.findByText('settings.json');
    expect(screen.queryByRole('button', { name: /^Scan/ })).toBeNull();
  });

  it('is edited by its own flow, and not copied (C12-45)', async () => {
    const user = await opened(attachment());
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain('/editor/install/7');
    await user.click(screen.getByRole('button', { name: 'Actions of Backup client' }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByText('Rename')).toBeTruthy();
    expect(within(menu).queryByText('Copy')).toBeNull();
  });
});

describe('the scripts of an installer', () => {
  const script = (id: number, name: string): Script => ({
    ...installer(attachment()),
    id,
    name,
    language: 'sh',
    attachment: null,
    script: 'echo',
  });
  const before = script(8, 'Free space');
  const client = { ...installer(attachment()), preExecutionScript: 8 };

  it('are named on its page (F05-09)', async () => {
    given({ readScript: () => client, listScriptRuns: () => [], listScripts: () => [before, client] });
    await open(page);
    expect((await screen.findByRole('link', { name: 'Free space' })).getAttribute('href')).toContain('/scripts/8');
    expect(screen.getByText('Script before')).toBeTruthy();
    expect(screen.queryByText('Script after')).toBeNull();
    expect(screen.queryByText('Used by')).toBeNull();
  });

  it('stand beside its helper files, which are downloaded as it is (F05-28)', async () => {
    const helper = attachment({
      id: '00000000-0000-4000-8000-000000000002',
      metadata: { name: 'settings.json', mimeType: 'application/octet-stream', size: 5, extension: '.json' },
    });
    const asked: unknown[] = [];
    given({
      readScript: () => client,
      listScriptRuns: () => [],
      listScripts: () => [before, client],
      readInstallAttachments: () => ({
        runnableAttachment: attachment(),
        helperAttachments: [helper],
        customIconAttachment: null,
        hasScanner: false,
      }),
      signAttachment: ({ query }) => {
        asked.push(query['attachmentId']);
        return new MockRefusal('attachment_not_ready');
      },
    });
    const user = await open(page);
    await user.click(await screen.findByRole('button', { name: /settings\.json/ }));
    expect(await screen.findByText('Download Failed')).toBeTruthy();
    expect(asked).toEqual([helper.id]);
  });

  it('say which installers use them', async () => {
    given({
      readScript: () => before,
      listScriptRuns: () => [],
      listScriptVersions: () => [],
      listScripts: () => [before, client],
    });
    await open('/administration/library/scripting/scripts/8');
    expect((await screen.findByRole('link', { name: 'Backup client' })).getAttribute('href')).toContain('/scripts/7');
    expect(screen.getByText('Used by')).toBeTruthy();
  });
});

describe('a run automation', () => {
  const application: Script = {
    ...installer(attachment()),
    name: 'Check disks',
    language: 'binary_run',
    architecture: [],
    attachment: null,
    script: '/opt/tools/check',
  };

  it('shows its path, is edited by its own flow, and not copied (F05-06, C12-23, C12-45)', async () => {
    given({ readScript: () => application, listScriptRuns: () => [] });
    const user = await open(page);
    expect(await screen.findByText('/opt/tools/check')).toBeTruthy();
    expect(screen.queryByText('Architecture')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Versions' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Edit' }).getAttribute('href')).toContain('/editor/run/7');
    await user.click(screen.getByRole('button', { name: 'Actions of Check disks' }));
    expect(within(await screen.findByRole('menu')).queryByText('Copy')).toBeNull();
  });

  it('is added from the library by whoever may add scripts (C12-43)', async () => {
    given({ listScripts: () => [{ ...application }] });
    await open('/administration/library/scripting/templateLibrary');
    expect(await screen.findByText('Application')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Run application' }).getAttribute('href')).toContain('/editor/run/new');
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
