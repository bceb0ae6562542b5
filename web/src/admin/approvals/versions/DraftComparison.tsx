import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import {
  type Authority,
  type Difference,
  listDraftDifferences,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useTranslation } from 'react-i18next'
import { Bones } from '../../../ui/Bones.tsx'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { specialTerms } from '../limits/terms-text.ts'
import { isFrozen } from '../second-person/DraftRequest.tsx'
import { ComparisonSummary } from './ComparisonSummary.tsx'
import { limitsText } from './draft-words.ts'
import { EffectBadges } from './EffectBadges.tsx'
import { useComparison } from './use-comparison.ts'
import { DRAFTS } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

/** The rules that differ between a draft and what counts now. */
export function DraftComparison({ draft }: { draft: DraftPage }) {
  const { t } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page } = shown
  const comparison = useComparison(draft)
  const loaded = useLines(DRAFTS, listDraftDifferences, { page, filter: { draftId: draft._id } })
  const columns: TableColumn<Difference>[] = [
    {
      label: t('Rule'),
      cell: ({ page: on, role, client }) => (
        <div className="cell-lines">
          <b>{on.name}</b>
          <small>{[role.name, client.name].join(' · ')}</small>
        </div>
      ),
    },
    { label: t('Counts now'), cell: ({ before }) => <AuthorityText authority={before} /> },
    { label: t('In the draft'), cell: ({ after }) => <AuthorityText authority={after} /> },
    { label: t('Effect'), isStatus: true, cell: (one) => <EffectBadges {...one} /> },
  ]
  return (
    <div className="draft-part">
      {comparison.error && <PartFailure error={comparison.error} onRetry={() => void comparison.refetch()} />}
      {comparison.isPending && <Bones />}
      {comparison.data && (
        <ComparisonSummary
          comparison={comparison.data}
          isRestoring={draft.restores !== null}
          {...(!isFrozen(draft) && { draft })}
        />
      )}
      <LinesTable
        label={t('Comparison')}
        columns={columns}
        loaded={loaded}
        rowKey={({ role, page: on }) => `${role._id} ${on._id}`}
        rowName={({ role, page: on }) => `${on.name}, ${role.name}`}
        page={page}
        onShow={show}
        empty={t('No rule differs.')}
      />
    </div>
  )
}

function AuthorityText({ authority }: { authority: Authority | null }) {
  const { t, i18n } = useTranslation()
  if (authority === null) return <span className="versions-note">{t('No rule')}</span>
  const special = specialTerms(t, i18n.language, authority)
  return (
    <div className="cell-lines">
      {limitsText({ ...authority, actionOfRole: authority.action })}
      {special.length > 0 && <small>{special.join(' · ')}</small>}
    </div>
  )
}
