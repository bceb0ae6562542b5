import { SecretsSection } from '../ApplicationSecrets.tsx'
import type { ApplicationRow } from './application-row.ts'

/** The secrets of an application, which are shown once. */
export function ApplicationSecretsSection({ row }: { row: ApplicationRow }) {
  return (
    <div className="record-card record-narrow">
      <SecretsSection row={row} />
    </div>
  )
}
