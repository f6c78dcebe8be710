import { visitor, type Visitor } from './visitor.ts';

/** Adds a technician with these permissions, everywhere or for one organization, and signs them in. */
export async function signedInTechnician(
  server: { url: string },
  admin: Visitor,
  firstName: string,
  permissions: readonly string[],
  entityId: number | null = null,
): Promise<Visitor> {
  const added = await admin.post('/appuser', {
    firstName,
    lastName: 'Hopper',
    email: `${firstName.toLowerCase()}@example.com`,
    grants: permissions.map((permission) => ({ permission, entityId })),
  });
  const token = String(added.body.activationLink).split('token=')[1];
  const technician = visitor(server.url);
  const { status, body } = await technician.post('/activation', { token, password: 'zeven paarse otters' });
  if (status !== 200) throw new Error(`activation answered ${status}: ${JSON.stringify(body)}`);
  return technician;
}
