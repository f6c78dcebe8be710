interface Probe {
  from: string;
  to: string;
  subject: string;
  /** The monitor that sends it takes it out of the mailbox again. */
  removed: boolean;
}

/** The message that a monitor sends. */
export function probe({ from, to, subject, removed }: Probe): string {
  return [
    `From: <${from}>`,
    `To: <${to}>`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${subject.split(' ').slice(-2).join('.')}@cairn.invalid>`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    removed
      ? 'A cloud monitor sent this message to see that mail arrives. The monitor removes it once it has arrived.'
      : 'A cloud monitor sent this message to see that the mail server takes mail. Nobody waits for it: it can be deleted.',
    '',
  ].join('\r\n');
}
