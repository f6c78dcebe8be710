// How each state of the import of monitors is reached. Its file is kept by the page alone: once it is uploaded, the server has it.
import { monitored } from './console-walks.ts';
import { field, press, standsAt, stepOf } from './form.ts';
import { signInFor, staysAt, type Seat, type SecretWalk } from './seat.ts';

async function chooseFile({ page, name }: Seat): Promise<void> {
  await standsAt(page, 'File');
  const place = {
    organization: monitored,
    location: 'Main office',
    monitorType: 'PING',
    hostname: '127.0.0.1',
    enabled: false,
  };
  const monitors = [
    { ...place, monitorName: name },
    { ...place, monitorName: `${name} too often`, frequency: 1 },
  ];
  const buffer = Buffer.from(JSON.stringify(monitors));
  await field(page, '/file')
    .locator('input[type=file]')
    .setInputFiles({ name: 'monitors.json', mimeType: 'application/json', buffer });
  await field(page, '/file').getByText('monitors.json').waitFor();
}

async function checkFile(seat: Seat): Promise<void> {
  await chooseFile(seat);
  await press(seat.page, 'Check file');
}

async function toReview(seat: Seat): Promise<void> {
  await checkFile(seat);
  await standsAt(seat.page, 'Review');
  // The refused row is fetched beside it.
  await stepOf(seat.page).locator('tbody tr').first().waitFor();
}

async function importFile(seat: Seat): Promise<void> {
  await toReview(seat);
  await press(seat.page, 'Import');
}

async function toEnd(seat: Seat): Promise<void> {
  await importFile(seat);
  await standsAt(seat.page, 'Import finished');
  await stepOf(seat.page).getByRole('grid').getByText('Refused').waitFor();
}

const showAll = ({ page }: Seat) =>
  stepOf(page)
    .getByText(/^All \d/)
    .click();

export const monitorImport: SecretWalk = {
  route: '/cloudMonitors',
  opener: 'Import and export',
  item: 'Import from a file',
  signedIn: true,
  next: 'Import and export',
  states: {
    'editing.file': {
      ...staysAt('editing.file'),
      offered: true,
      walk: chooseFile,
      async after(seat) {
        await signInFor(seat, 'Check file');
        await standsAt(seat.page, 'Review');
      },
    },
    uploading: {
      // Whoever comes back has to choose the file again.
      ...staysAt('editing.file'),
      offered: true,
      holds: 'createUpload',
      walk: checkFile,
      after: ({ page }) => standsAt(page, 'Review'),
    },
    checking: {
      ...staysAt('editing.review'),
      offered: true,
      holds: 'checkMonitorImport',
      walk: checkFile,
      after: ({ page }) => standsAt(page, 'Review'),
    },
    'editing.review': {
      ...staysAt('editing.review'),
      offered: true,
      walk: toReview,
      async after(seat) {
        await signInFor(seat, 'Import');
        await standsAt(seat.page, 'Import finished');
      },
    },
    turning: {
      ...staysAt('editing.review'),
      offered: true,
      holds: 'readMonitorImport',
      async walk(seat) {
        await toReview(seat);
        await showAll(seat);
      },
      after: ({ page }) => standsAt(page, 'Review'),
    },
    importing: {
      ...staysAt('imported'),
      offered: true,
      holds: 'runMonitorImport',
      walk: importFile,
      after: ({ page }) => standsAt(page, 'Import finished'),
    },
    interrupted: {
      ...staysAt('interrupted'),
      offered: true,
      refuses: 'runMonitorImport',
      async walk(seat) {
        await importFile(seat);
        await standsAt(seat.page, 'The import was interrupted');
      },
      async after(seat) {
        await signInFor(seat, 'Go on');
        await standsAt(seat.page, 'Import finished');
      },
    },
    imported: {
      ...staysAt(undefined),
      walk: toEnd,
      async after(seat) {
        await signInFor(seat, 'Close');
        await seat.page.getByRole('main').getByRole('button', { name: 'Import and export' }).waitFor();
      },
    },
  },
};
