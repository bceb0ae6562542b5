import type { RecordRow, Use } from '@gatehouse/contract/admin/engine/resource.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import type { Caller } from '../../identity/actor.ts'
import { type Author, readsPeople } from './store.ts'

/** What can use a record, and the permission to read its name. */
const READ_BY = {
  people: ['users:read'],
  assignments: ['users:read'],
  roles: ['roles:read'],
  'service accounts': ['service-accounts:read'],
  'service accounts of this owner': ['service-accounts:read'],
  'applications that nobody else owns': ['applications:read'],
  'gateways that nobody else owns': ['messages:read'],
  'application roles': ['approvals:read'],
  'application roles that nobody else has': ['approvals:read'],
  'steps of approvals that nobody else can approve': ['approvals:read'],
  'stand-ins for them': ['users:read'],
  'people for whom they stand in': ['users:read'],
  'requests for access that they decide about': ['users:read'],
  'running reviews in which they decide': ['reviews:read'],
  'stand-ins': ['users:read'],
  'requests for access that wait': ['users:read'],
  'running reviews': ['reviews:read'],
  'open invitations': ['users:read'],
  'open invitations from them, whose links open nothing then': ['users:read'],
  'recoveries that they started or approved, which fail then': ['users:read'],
  'running reviews of this owner': ['reviews:read'],
  'automatic reviews in their name, which cannot start then': ['reviews:read'],
  'drafts with a date that they set or confirmed, which are not published then': ['approvals:read'],
  'document approvals': ['approvals:read'],
  'catch-all roles': ['approvals:read'],
  'rules of separation of duties': ['approvals:read'],
  'application roles that are kept apart': ['approvals:read'],
  'people who are excepted': ['users:read'],
  'applications whose requests for access it decides': ['applications:read'],
  pages: ['approvals:read', 'pages:write', 'applications:read'],
  templates: ['messages:read'],
  configurations: ['messages:read'],
  'self-registrations': ['applications:read'],
  'points of contact': ['clients:read'],
  clans: ['clients:read'],
  'clients whose requests for access the owners of the applications then decide about': ['clients:read'],
  'applications and clients whose emails the portal’s own mail server would send': ['messages:read'],
  'applications and clients whose text messages nobody would send': ['messages:read'],
  'text messages without another text': ['messages:read'],
  'events that no other webhook gets': ['webhooks:read'],
  'events that wait for delivery': ['webhooks:read'],
  'keys that work': ['service-accounts:read'],
  'clients, points of contact and clans': ['clients:read'],
} as const satisfies Record<string, readonly Permission[]>

export type UseKind = keyof typeof READ_BY

/** The uses of a record for a person who may change it: only counted where that person may not read them. */
export function visibleUses(uses: readonly Use[], { permissions }: Pick<Caller, 'permissions'>): Use[] {
  return uses.map((use) => {
    // `countUses` takes no other kind.
    const readers: readonly Permission[] = READ_BY[use.kind as UseKind]
    if (readers.some((one) => permissions.includes(one))) return use
    const { ids: _, ...counted } = use
    return { ...counted, names: [] }
  })
}

/** The fields of records that name people. */
const OF_PEOPLE: Record<string, '' | []> = { createdBy: '', updatedBy: '', deletedBy: '', owners: [] }

/** The record as somebody reads it: fields that name people are empty for callers who may not read people. */
export function withoutPeople<Row extends RecordRow>(row: Row, person: Author['person']): Row {
  if (person.userId === null || readsPeople(person)) return row
  const hidden = Object.entries(OF_PEOPLE).filter(([name]) => (row[name as keyof Row] ?? null) !== null)
  // The contract lets each of these fields be empty.
  return { ...row, ...Object.fromEntries(hidden) } as Row
}
