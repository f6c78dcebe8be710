// What a person does in more than one of the flows that ask little but secrets.
import { endSessions } from './browser.ts';
import { standsAt, type } from './form.ts';
import type { Seat } from './seat.ts';

export const newPassword = 'a new horse battery';

export async function fillSignIn({ page, technician }: Seat): Promise<void> {
  await standsAt(page, 'Sign in');
  await type(page, '/email', technician.email);
  await type(page, '/password', technician.password);
}

export const sessionsElsewhere = ({ product, technician }: Seat) => endSessions(product, technician.cookie);

export const inConsole = ({ page }: Seat) => page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
