import type { Call } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { recordPage } from '../../shell/screens.ts'

/** The person whom a call is about, with a link to their page if the administrator may see it. */
export function CallPerson({ person }: Pick<Call, 'person'>) {
  const { permissions } = useSession()
  if (person === null) return '–'
  if (!permissions.includes('users:read')) return person.name
  return (
    <Link to={recordPage('/user')} params={{ id: person._id }}>
      {person.name}
    </Link>
  )
}
