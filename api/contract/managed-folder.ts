import { Type } from 'typebox';
import { managedFolderFields, managedFolderSecrets } from './agent-methods/managed-folder.ts';
import { DestinationTested } from './backup-job.ts';
import { call } from './call.ts';
import { Delivery } from './delivery.ts';
import { folderAuthentications, mostManagedFolders } from './managed-folder-names.ts';
import { Closed, Done, Id, IdParams, Instant, OneOf, Revision, Saved, Text } from './shapes.ts';

/** A managed folder of a computer without its secrets: each is a flag, `…Set` (F07-19 … F07-24). */
export const ManagedFolder = Type.Object({
  id: Id,
  nodeId: Id,
  ...managedFolderFields,
  folderCredentialsPasswordSet: Type.Boolean(),
  imagePasswordSet: Type.Boolean(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
const ManagedFolderInput = Closed({ nodeId: Id, ...managedFolderFields, ...managedFolderSecrets });

export const managedFolderCalls = {
  listManagedFolders: call({
    method: 'GET',
    path: '/device/:id/managedfolder',
    summary: 'Managed folders of a device, by path, and whether its agent has them',
    params: IdParams,
    reply: Type.Object({
      items: Type.Array(ManagedFolder, { maxItems: mostManagedFolders }),
      delivery: Delivery,
    }),
    errors: [],
    permission: 'NODE:View',
  }),
  readManagedFolder: call({
    method: 'GET',
    path: '/managedfolder/:id',
    summary: 'One managed folder, without its secrets',
    params: IdParams,
    reply: ManagedFolder,
    errors: [],
    permission: 'NODE:Update',
  }),
  addManagedFolder: call({
    method: 'POST',
    path: '/managedfolder',
    summary: 'Adds a managed folder to a device',
    body: ManagedFolderInput,
    reply: Saved('managedFolder', ManagedFolder),
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  /** A secret that is left out stays as it is stored. */
  saveManagedFolder: call({
    method: 'PUT',
    path: '/managedfolder/:id',
    summary: 'Changes a managed folder',
    params: IdParams,
    body: ManagedFolderInput,
    reply: Saved('managedFolder', ManagedFolder),
    errors: ['conflict'],
    revised: ManagedFolder,
    permission: 'NODE:Update',
    idempotent: true,
  }),
  removeManagedFolder: call({
    method: 'DELETE',
    path: '/managedfolder/:id',
    summary: 'Removes a managed folder from its device; its files stay',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'NODE:Update',
    idempotent: true,
  }),
  /** Nothing of the request is stored. `folderId` names the folder whose stored password is used where none is given. */
  testManagedFolder: call({
    method: 'POST',
    path: '/managedfolder/test',
    summary: 'Lets the agent of a device test a folder before it is managed',
    body: Closed({
      nodeId: Id,
      folderId: Type.Optional(Id),
      folderPath: Text(255),
      authenticationType: OneOf(folderAuthentications),
      folderCredentialsDomainOrComputerOrNASName: Type.Optional(Text(255)),
      folderCredentialsUserName: Type.Optional(Text(100)),
      folderCredentialsPassword: Type.Optional(Text(128)),
    }),
    reply: DestinationTested,
    errors: [],
    permission: 'NODE:Update',
    rate: { max: 30, seconds: 60 },
  }),
};
