import { rm } from 'node:fs/promises';
import type { uploadCalls } from '#api/contract/uploads.ts';
import type { Handlers } from '../http/handler.ts';
import { uploadFile } from '../uploads/upload-files.ts';
import { createUpload, ownUpload, removeUpload } from '../uploads/uploads.ts';

export const uploadHandlers: Handlers<keyof typeof uploadCalls> = {
  // What is made of the file leaves an audit row; the file on its way does not.
  createUpload: (context, { body }) => createUpload(context, body),
  removeUpload: async (context, { params }) => {
    const { id } = await ownUpload(context, params.id);
    await removeUpload(context.db, id);
    context.afterCommit(() => rm(uploadFile(context.services.settings.dataDirectory, id), { force: true }));
    return { resultCode: 'SUCCESS' };
  },
};
