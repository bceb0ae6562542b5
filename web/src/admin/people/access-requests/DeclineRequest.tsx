import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { declineAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import { DeclineForm } from '../../../access-requests/DeclineForm.tsx'
import { useCall } from '../../../use-call.ts'

type Props = { request: AccessRequest; onClose: () => void }

export function DeclineRequest({ request, onClose }: Props) {
  return <DeclineForm request={request} decision={useCall(declineAccess, onClose)} onClose={onClose} />
}
