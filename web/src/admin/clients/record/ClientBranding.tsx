import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { BrandingForm } from '../branding/BrandingForm.tsx'
import { CLIENTS } from '../clients.tsx'
import type { ClientRow } from './client-row.ts'

/** The pages before signing in, for people of a client. */
export function ClientBranding({ row }: { row: ClientRow }) {
  return (
    <BrandingForm
      resource={clients}
      row={row}
      rest={CLIENTS.toForm(row)}
      name={row.displayName}
      logo={row.clientLogo}
    />
  )
}
