import type { SheetPreview } from '@gatehouse/contract/admin/approvals/sheets.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'

type Props = {
  missing: SheetPreview['missing']
  /** The choice whether they are made. */
  children: ReactNode
}

/** The roles and pages that the lists of the old portal name and the application lacks, by name, and whether they are made. */
export function MissingRecords({ missing: { roles, pages, others }, children }: Props) {
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
      <Names
        heading={t('Roles')}
        names={roles.map(({ name, client }) => `${name} (${client})`)}
        others={others?.roles}
      />
      <Names heading={t('Pages')} names={pages} others={others?.pages} />
    </section>
  )
}

type NamesProps = { heading: string; names: readonly string[]; others: number | undefined }

function Names({ heading, names, others = 0 }: NamesProps) {
  const { t, i18n } = useTranslation()
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
      {others > 0 && (
        <p className="versions-note">
          {t('Not listed here: {{number}} more', { number: formatNumber(others, i18n.language) })}
        </p>
      )}
    </>
  )
}
