import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { BrandingForm } from '../../clients/branding/BrandingForm.tsx'
import { APPLICATIONS } from '../applications.tsx'
import type { ApplicationRow } from './application-row.ts'

/** The pages before signing in to an application. */
export function ApplicationBranding({ row }: { row: ApplicationRow }) {
  const { _id, ...rest } = APPLICATIONS.toForm(row)
  return (
    <BrandingForm
      resource={applications}
      row={row}
      rest={rest}
      name={row.name.description}
      logo={row.name.applicationLogo}
    />
  )
}
