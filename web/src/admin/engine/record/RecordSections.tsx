import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { type ListWithPages, recordPage } from '../../../shell/screens.ts'
import { useEntryInSight } from '../../../ui/use-entry-in-sight.ts'

type Section = { path: string; label: string }
type Props = { page: ListWithPages; id: string; sections: readonly Section[]; shown: Section | undefined }

/** The sections of a record: each has its address, and keeps the way back to the list. */
export function RecordSections({ page, id, sections, shown }: Props) {
  const { t } = useTranslation()
  const path = shown?.path
  const nav = useEntryInSight<HTMLElement>(path, '[aria-current]')

  return (
    <nav aria-label={t('Sections')} className="record-sections" ref={nav}>
      {sections.map(({ path: part, label }, position) => (
        <Link
          key={part}
          to={recordPage(page)}
          // The first one is the page itself.
          params={{ id, section: position === 0 ? undefined : part }}
          state={true}
          resetScroll={false}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={part === path ? 'page' : undefined}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
