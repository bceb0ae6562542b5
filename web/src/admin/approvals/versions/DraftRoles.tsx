import {
  type DraftPage,
  type DraftRole,
  keepDraftChange,
  listDraftRoles,
  undoDraftChange,
} from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { withoutEmpty } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { DraftState } from './DraftState.tsx'
import { DraftToolbar } from './DraftToolbar.tsx'
import { limitsText } from './draft-words.ts'
import { EditDraftRole } from './EditDraftRole.tsx'
import { DRAFTS, useDraftChange } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

type Props = { draft: DraftPage; mayWrite: boolean }

/** What the roles of the application may approve in a draft. */
export function DraftRoles({ draft, mayWrite }: Props) {
  const { t } = useTranslation()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const { page, search, changed } = shown
  const filter = { draftId: draft._id, ...withoutEmpty({ search, changed }) }
  const loaded = useLines(DRAFTS, listDraftRoles, { page, filter })
  const [edited, setEdited] = useState<DraftRole | null>(null)
  const undoing = useDraftChange(undoDraftChange)
  const keeping = useDraftChange(keepDraftChange)
  const columns: TableColumn<DraftRole>[] = [
    {
      label: t('Role'),
      cell: ({ name, client }) => (
        <div className="cell-lines">
          <b>{name}</b>
          <small>{client}</small>
        </div>
      ),
    },
    { label: t('In the draft'), cell: (role) => <div className="cell-lines">{limitsText(role.draft)}</div> },
    {
      label: t('Counts now'),
      leftOutBelow: 600,
      cell: ({ state, current }) => state !== 'same' && <div className="cell-lines">{limitsText(current)}</div>,
    },
    { label: t('Change'), isStatus: true, cell: ({ state }) => <DraftState state={state} /> },
  ]
  const itemsOf = (role: DraftRole) => {
    const target = { draftId: draft._id, revision: role.revision, roleId: role._id, pageId: null }
    return [
      { label: t('Change what it approves'), onChoose: () => setEdited(role) },
      ...(role.state === 'clash' ? [{ label: t('Keep this change'), onChoose: () => void keeping.run(target) }] : []),
      ...(role.state === 'same' ? [] : [{ label: t('Undo this change'), onChoose: () => void undoing.run(target) }]),
    ]
  }
  return (
    <div className="draft-part">
      <DraftToolbar />
      <ErrorAlert error={undoing.error ?? keeping.error} />
      <LinesTable
        label={t('Roles')}
        columns={columns}
        loaded={loaded}
        rowKey={({ _id }) => _id}
        rowName={({ name, client }) => `${name}, ${client}`}
        page={page}
        onShow={show}
        {...(mayWrite && {
          menuLabel: t('Action'),
          rowMenu: (role: DraftRole) => <RowMenu name={`${role.name}, ${role.client}`} items={() => itemsOf(role)} />,
        })}
        empty={changed ? t('This draft changes no such role.') : t('There are no such roles.')}
      />
      {edited && <EditDraftRole draft={draft} role={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}
