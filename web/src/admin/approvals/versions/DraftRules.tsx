import {
  type DraftPage,
  type DraftRule,
  keepDraftChange,
  listDraftRules,
  removeDraftRule,
  undoDraftChange,
} from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/Button.tsx'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { specialTerms } from '../limits/terms-text.ts'
import { AddDraftRule } from './AddDraftRule.tsx'
import { DraftState } from './DraftState.tsx'
import { DraftToolbar } from './DraftToolbar.tsx'
import { EditDraftRule } from './EditDraftRule.tsx'
import { DRAFTS, useDraftChange } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

type Props = { draft: DraftPage; mayWrite: boolean }

/** Which roles act on which pages in a draft. */
export function DraftRules({ draft, mayWrite }: Props) {
  const { t, i18n } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page, search, changed } = shown
  const filter = { draftId: draft._id, ...withoutEmpty({ search, changed }) }
  const loaded = useLines(DRAFTS, listDraftRules, { page, filter })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<DraftRule | null>(null)
  const removing = useDraftChange(removeDraftRule)
  const undoing = useDraftChange(undoDraftChange)
  const keeping = useDraftChange(keepDraftChange)
  const termsText = (terms: DraftRule['draft']) =>
    terms === null ? t('No rule') : specialTerms(t, i18n.language, terms).join(' · ') || t('always')
  const columns: TableColumn<DraftRule>[] = [
    {
      label: t('Page'),
      cell: ({ page: on, role, client }) => (
        <div className="cell-lines">
          <b>{on.name}</b>
          <small>{[role.name, client].join(' · ')}</small>
        </div>
      ),
    },
    { label: t('In the draft'), cell: (rule) => termsText(rule.draft) },
    { label: t('Counts now'), leftOutBelow: 600, cell: ({ state, current }) => state !== 'same' && termsText(current) },
    { label: t('Change'), isStatus: true, cell: ({ state }) => <DraftState state={state} /> },
  ]
  const itemsOf = (rule: DraftRule) => {
    const target = { draftId: draft._id, revision: rule.revision, roleId: rule.role._id, pageId: rule.page._id }
    return [
      ...(rule.state === 'clash' ? [{ label: t('Keep this change'), onChoose: () => void keeping.run(target) }] : []),
      ...(rule.state === 'same' ? [] : [{ label: t('Undo this change'), onChoose: () => void undoing.run(target) }]),
      ...(rule.draft === null
        ? []
        : [
            { label: t('Change when it counts'), onChoose: () => setEdited(rule) },
            { label: t('Remove in the draft'), isDestructive: true, onChoose: () => void removing.run(target) },
          ]),
    ]
  }
  return (
    <div className="draft-part">
      <DraftToolbar>
        {mayWrite && (
          <Button variant="neutral" onClick={() => setAdding(true)}>
            {t('Add a rule')}
          </Button>
        )}
      </DraftToolbar>
      <ErrorAlert error={removing.error ?? undoing.error ?? keeping.error} />
      <LinesTable
        label={t('Rules')}
        columns={columns}
        loaded={loaded}
        rowKey={({ role, page: on }) => `${role._id} ${on._id}`}
        rowName={({ role, page: on }) => `${on.name}, ${role.name}`}
        page={page}
        onShow={show}
        {...(mayWrite && {
          menuLabel: t('Action'),
          rowMenu: (rule: DraftRule) => (
            <RowMenu name={`${rule.page.name}, ${rule.role.name}`} items={() => itemsOf(rule)} />
          ),
        })}
        empty={changed ? t('This draft changes no such rule.') : t('There are no such rules.')}
      />
      {isAdding && <AddDraftRule draft={draft} onClose={() => setAdding(false)} />}
      {edited?.draft && (
        <EditDraftRule draft={draft} rule={edited} terms={edited.draft} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}
