import { type ApprovalVersion, listApprovalVersions } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { useMatrixFile } from '../sheets/use-matrix-file.ts'
import { checkCase } from './check-case.ts'
import { NewDraft } from './NewDraft.tsx'
import { DRAFTS } from './use-draft-change.ts'
import { readVersionsSearch } from './versions-search.ts'

/** What was published when, by whom and why. */
export function VersionList({ applicationId }: { applicationId: string }) {
  const { t } = useTranslation()
  if (applicationId === '') return <EmptyNotice>{t('Choose an application to see its versions.')}</EmptyNotice>
  return <Versions applicationId={applicationId} />
}

function Versions({ applicationId }: { applicationId: string }) {
  const { t, i18n } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const navigate = useNavigate()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const [restored, setRestored] = useState<ApprovalVersion | null>(null)
  const { page } = shown
  const loaded = useLines(DRAFTS, listApprovalVersions, { page, filter: { applicationId } })
  const columns: TableColumn<ApprovalVersion>[] = [
    { label: t('Version'), cell: ({ version }) => formatNumber(version, i18n.language) },
    {
      label: t('Published'),
      cell: ({ publishedAt, publishedBy, confirmedBy }) => (
        <div className="cell-lines">
          <Moment at={publishedAt} />
          <small>{publishedBy || t('Not known')}</small>
          {confirmedBy && <small>{t('Confirmed by {{name}}', { name: confirmedBy })}</small>}
        </div>
      ),
    },
    { label: t('Change'), cell: (version) => <WhatChanged version={version} /> },
    {
      label: t('Status'),
      isStatus: true,
      cell: ({ isCurrent }) => isCurrent && <StatusBadge status="Counts now" tone="success" />,
    },
  ]
  const matrixFile = useMatrixFile()
  const mayWrite = permissions.includes('approvals:write')
  const actionsOf = (one: ApprovalVersion) => [
    { label: t('Check a case'), onChoose: () => void navigate(checkCase(applicationId, one)) },
    {
      label: t('Download as xlsx'),
      onChoose: () =>
        void matrixFile.run({ as: 'xlsx', called: `version ${one.version}`, applicationId, version: one.version }),
    },
    {
      label: t('Download as CSV'),
      onChoose: () =>
        void matrixFile.run({ as: 'csv', called: `version ${one.version}`, applicationId, version: one.version }),
    },
    ...(mayWrite && !one.isCurrent ? [{ label: t('Make a draft'), onChoose: () => setRestored(one) }] : []),
  ]
  return (
    <>
      <LinesTable
        label={title}
        columns={columns}
        loaded={loaded}
        rowKey={({ version }) => String(version)}
        rowName={({ version }) => t('Version {{version}}', { version })}
        page={page}
        onShow={show}
        menuLabel={t('Actions')}
        rowMenu={(one: ApprovalVersion) => (
          <RowMenu name={t('Version {{version}}', { version: one.version })} items={() => actionsOf(one)} />
        )}
        empty={t('This application has no approvals yet.')}
      />
      {restored && (
        <NewDraft applicationId={applicationId} version={restored.version} onClose={() => setRestored(null)} />
      )}
    </>
  )
}

function WhatChanged({ version }: { version: ApprovalVersion }) {
  const { t, i18n } = useTranslation()
  const { draftName, reason, restores, changes, changesRouting, names } = version
  const more = changes - names.length
  const records = [
    changesRouting && t('Approval routing'),
    names.join(', '),
    more > 0 && t('{{number}} more', { number: formatNumber(more, i18n.language) }),
  ].filter(Boolean)
  return (
    <div className="cell-lines">
      {draftName ? <b>{draftName}</b> : t('Changed one by one')}
      {reason && <span>{reason}</span>}
      {restores !== null && <small>{t('Restores version {{version}}', { version: restores })}</small>}
      {records.length > 0 && <small>{records.join(' · ')}</small>}
    </div>
  )
}
