import { flowCase } from '../flow-case.ts';

const channel = {
  id: 7,
  name: 'On call',
  channelType: 'EMAIL',
  enabled: true,
  recipients: [{ email: 'oncall@example.com' }],
  phones: [],
  url: null,
  repeatMinutes: null,
  escalateMinutes: null,
  escalateChannelId: null,
  conditionCount: 0,
  revision: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};

export default flowCase({
  inputs: { EDIT: { mode: 'EDIT', subject: '7' } },
  replies: {
    readNotificationChannel: { '': channel },
    // Of a webhook alone there is a secret.
    previewNotificationChannel: {
      'with an example': {
        sample: 'example',
        requests: [
          {
            event: 'alert.raised',
            problem: null,
            method: 'POST',
            url: 'https://hooks.example/',
            headers: [],
            body: '{}',
          },
        ],
      },
    },
    addNotificationChannel: { email: { channel }, webhook: { channel, secret: 'sign-me' } },
  },
  states: {
    loading: { heading: 'Loading the notification channel' },
    loadFailed: { heading: 'The notification channel could not be read', offers: ['Try again', 'Close'] },
    'editing.details': {
      heading: 'Notification channel',
      says: ['Where alerts of conditions go'],
      offers: ['Save'],
    },
    'editing.previewing': { heading: 'Notification channel' },
    adding: { heading: 'Saving' },
    saving: { heading: 'Saving' },
    conflict: { heading: 'Someone else changed this notification channel', offers: ['Back'] },
    added: { heading: 'Notification channel added', says: [' is added.'], offers: ['Close'] },
  },
});
