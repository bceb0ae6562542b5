import { cancelApprovalReplay, type Replay, replayChangesFile } from '@gatehouse/contract/admin/approvals/replays.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatDay, formatMoment, formatNumber } from '../../../i18n/format.ts'
import { usePageTitle } from '../../../session/use-page-title.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { DownloadFile } from '../../engine/DownloadFile.tsx'
import { ListFailure } from '../../engine/list/ListFailure.tsx'
import { Crumbs } from '../../engine/record/Crumbs.tsx'
import { Facts } from '../../engine/record/Facts.tsx'
import '../../engine/record/record.css'
import { ReplayChanges } from './ReplayChanges.tsx'
import { ReplaySummary } from './ReplaySummary.tsx'
import './replays.css'
import { useReplayTitle } from './replay-title.ts'
import { isUnderWay, REPLAY_BADGES, REPLAYS, useReplay } from './use-replay.ts'

/** One replay, at an address that can be shared: how far it is, and what it has found. */
export function ReplayPage({ replayId }: { replayId: string }) {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const titleOf = useReplayTitle()
  const { data, error, isFetching, refetch } = useReplay(replayId)
  const name = data && titleOf(data)
  usePageTitle(name ?? title)
  return (
    <div className="console record">
      <Crumbs name={name}>
        <Link to="/dashboard/approvalVersions" search={{ view: 'replays' } as never}>
          {title}
        </Link>
      </Crumbs>
      {error && <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner size={24} />}
      {data && (
        <>
          <h1 className="draft-title">{name}</h1>
          {data.error !== '' && (
            <Alert tone="error">
              <p>{t(data.error)}</p>
            </Alert>
          )}
          <ReplayFacts replay={data} />
          {isUnderWay(data) && <ReplayProgress replay={data} />}
          <ReplayActions replay={data} />
          <ReplaySummary replay={data} />
          <ReplayChanges replay={data} />
        </>
      )}
    </div>
  )
}

function ReplayActions({ replay }: { replay: Replay }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const cache = useQueryClient()
  const stopping = useAction(async () => {
    await call(cancelApprovalReplay, { replayId: replay._id })
    await cache.invalidateQueries({ queryKey: [REPLAYS] })
  })
  const mayStop = permissions.includes('approvals:write') && isUnderWay(replay) && !replay.cancelRequested
  return (
    <>
      <div className="draft-buttons">
        {mayStop && (
          <Button variant="neutral" isBusy={stopping.isBusy} onClick={() => void stopping.run()}>
            {t('Stop')}
          </Button>
        )}
        {!isUnderWay(replay) && <DownloadFile file={replayChangesFile} query={{ replayId: replay._id }} />}
      </div>
      <ErrorAlert error={stopping.error} />
    </>
  )
}

function ReplayProgress({ replay: { position, total, state, cancelRequested } }: { replay: Replay }) {
  const { t, i18n } = useTranslation()
  const number = (value: number) => formatNumber(value, i18n.language)
  const label = cancelRequested ? t('Cancelling') : t(REPLAY_BADGES[state].status)
  return (
    <div className="replay-progress">
      <p>
        <strong>{label}</strong> {t('{{position}} of {{total}}', { position: number(position), total: number(total) })}
      </p>
      <progress aria-label={label} value={position} max={Math.max(1, total)} />
      <p className="versions-note">{t('You can leave this page. The replay continues.')}</p>
    </div>
  )
}

function ReplayFacts({ replay }: { replay: Replay }) {
  const { t, i18n } = useTranslation()
  const { application, firstDay, lastDay, state, createdAt, createdBy, draftId, draftName, version } = replay
  const day = (sent: string) => formatDay(new Date(`${sent}T00:00:00`), i18n.language)
  const against = () => {
    if (version !== null) return t('Version {{version}}', { version: formatNumber(version, i18n.language) })
    if (draftId === null) return draftName
    return (
      <Link to="/dashboard/approvalVersions" search={{ draft: draftId } as never}>
        {draftName}
      </Link>
    )
  }
  return (
    <Facts
      heading={t('Replay')}
      facts={[
        { label: t('Application'), value: application.name },
        {
          label: t('Against'),
          value: against(),
          ...(version === null && draftId === null && { note: t('This draft was deleted or published.') }),
        },
        { label: t('Days'), value: t('{{from}} to {{until}}', { from: day(firstDay), until: day(lastDay) }) },
        {
          label: t('Started'),
          value: formatMoment(new Date(createdAt), new Date(), i18n.language),
          note: createdBy,
        },
        {
          label: t('Link to share'),
          value: <CopyButton text={location.href} label={t('Copy the link to this replay')} />,
        },
        { label: t('Status'), value: <StatusBadge {...REPLAY_BADGES[state]} /> },
      ]}
    />
  )
}
