import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { type AffectedPerson, listDraftPeople } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { recordPage } from '../../../shell/screens.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { EffectBadges } from './EffectBadges.tsx'
import { DRAFTS } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

/** The people whose authority a draft would change. */
export function DraftPeople({ draft }: { draft: DraftPage }) {
  const { t, i18n } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page } = shown
  const loaded = useLines(DRAFTS, listDraftPeople, { page, filter: { draftId: draft._id } })
  const columns: TableColumn<AffectedPerson>[] = [
    {
      label: t('Person'),
      cell: ({ person }) => (
        <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
          {person.name}
        </Link>
      ),
    },
    { label: t('Role'), cell: ({ role, client }) => [role, client].join(' · ') },
    {
      label: t('Pages'),
      cell: ({ pages, pageCount }) => {
        // A catch-all role has no pages of its own.
        if (pageCount === 0) return t('What no row covers')
        const more = pageCount - pages.length
        const names = pages.join(', ')
        return more > 0 ? `${names}, ${t('{{number}} more', { number: formatNumber(more, i18n.language) })}` : names
      },
    },
    { label: t('Effect'), isStatus: true, cell: (one) => <EffectBadges {...one} /> },
  ]
  return (
    <div className="draft-part">
      <p className="versions-note">{t('Stand-ins follow the people for whom they stand in, and are not listed.')}</p>
      <LinesTable
        label={t('People')}
        columns={columns}
        loaded={loaded}
        rowKey={({ person, role, client }) => `${person._id} ${client} ${role}`}
        rowName={({ person, role }) => `${person.name}, ${role}`}
        page={page}
        onShow={show}
        empty={t('Nobody gains or loses authority.')}
      />
    </div>
  )
}
