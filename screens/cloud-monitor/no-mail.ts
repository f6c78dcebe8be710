/** Among the receivers of alerts: technicians get none, since no mail server is set up. */
export const noMail = 'NO_MAIL';
