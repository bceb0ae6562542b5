import type { Message } from '@gatehouse/contract/admin/messages/messages.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../session/use-session.ts'
import { recordPage } from '../../shell/screens.ts'
import { Address } from '../../ui/Address.tsx'

/** The person, with a link to their page if the administrator may see it, and the address or number. */
export function Recipient({ message: { person, recipient } }: { message: Pick<Message, 'person' | 'recipient'> }) {
  const { permissions } = useSession()
  if (person === null)
    return (
      <span>
        <Address email={recipient} />
      </span>
    )
  return (
    <div className="cell-lines">
      {permissions.includes('users:read') ? (
        <Link to={recordPage('/user')} params={{ id: person._id }}>
          {person.name}
        </Link>
      ) : (
        <span>{person.name}</span>
      )}
      <small>
        <Address email={recipient} />
      </small>
    </div>
  )
}
