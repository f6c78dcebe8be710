/** The file is no backup, is damaged, or cannot be restored here; the message says which. */
export class BackupRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BackupRefused';
  }
}
