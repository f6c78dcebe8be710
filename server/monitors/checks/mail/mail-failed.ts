import { plainText } from '../plain-text.ts';
import type { CheckError } from '../check.ts';

/** A mail server said no. `message` quotes it, shortened. */
export class MailFailed extends Error {
  constructor(
    readonly code: Extract<CheckError, 'login_failed' | 'mail_refused' | 'mail_missing' | 'bad_response'>,
    words: string,
    said = '',
  ) {
    const quoted = plainText(said.replace(/\s+/g, ' ').trim(), 200);
    super(quoted === '' ? `${words}.` : `${words}: “${quoted}”.`);
    this.name = 'MailFailed';
  }
}
