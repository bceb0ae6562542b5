import { listAccess } from '../../access/access.ts'
import { toApplicationData, toClientData } from '../../access/wire-access.ts'
import type { Db } from '../../db/database.ts'
import type { UserRow } from './store.ts'

/** One person by id, with the applications they can open now, in the form of the launcher's calls. */
export async function readPerson(db: Db, row: UserRow | null): Promise<UserRow[]> {
  if (row === null || row.deletedAt !== null) return []
  const accesses = await listAccess(db, row._id)
  return [
    {
      ...row,
      applicationData: unique(accesses.map(toApplicationData)),
      clientData: unique(accesses.map(toClientData)),
      userapplicationclinetrolesData: accesses.map(({ application, client, role }) => ({
        // sic
        applicationId: application.id,
        clientId: client.id,
        role,
      })),
    },
  ]
}

function unique<Item extends { _id: string }>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [item._id, item])).values()]
}
