import type { SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  missing: SheetPreview['missing']
  /** The choice whether they are made. */
  children: ReactNode
}

/** The roles and pages that the lists of the old portal name and the application lacks, by name, and whether they are made. */
export function MissingRecords({ missing: { roles, pages }, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className="approval-group sheet-missing">
      <h3>{t('Missing roles and pages')}</h3>
      <p className="versions-note">
        {t(
          'They are made at once with the draft. The roles have no action, so they approve nothing before you publish it.',
        )}
      </p>
      {children}
      <Names heading={t('Roles')} names={roles.map(({ name, client }) => `${name} (${client})`)} />
      <Names heading={t('Pages')} names={pages} />
    </section>
  )
}

function Names({ heading, names }: { heading: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <>
      <h4>{heading}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul aria-label={heading} tabIndex={0}>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </>
  )
}
