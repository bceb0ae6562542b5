import {
  readApprovalDraft,
  type DraftPage as Shown,
  undoDraftChange,
} from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { usePageTitle } from '../../../session/use-page-title.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Bones } from '../../../ui/Bones.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { useLinesSearch } from '../../engine/lines/use-lines.ts'
import { ListFailure } from '../../engine/list/ListFailure.tsx'
import { Crumbs } from '../../engine/record/Crumbs.tsx'
import '../../engine/record/record.css'
import { DraftDate } from '../publish-dates/DraftDate.tsx'
import { DraftRequest, isFrozen } from '../second-person/DraftRequest.tsx'
import { DraftHead } from './DraftHead.tsx'
import { DraftRoles } from './DraftRoles.tsx'
import { DraftRules } from './DraftRules.tsx'
import { DRAFTS, useDraftChange } from './use-draft-change.ts'
import { DRAFT_VIEWS, type DraftView, readVersionsSearch } from './versions-search.ts'

const pending = <Bones />
const DraftComparison = lazyPart(() => import('./DraftComparison.tsx'), 'DraftComparison', { pending })
const DraftPeople = lazyPart(() => import('./DraftPeople.tsx'), 'DraftPeople', { pending })
const DraftRouting = lazyPart(() => import('../routing/DraftRouting.tsx'), 'DraftRouting', { pending })

/** One draft: its roles and rules, and what they would change. */
export function DraftPage({ draftId }: { draftId: string }) {
  const title = useScreenTitle()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [DRAFTS, 'read', draftId],
    queryFn: () => call(readApprovalDraft, { draftId }),
    staleTime: 0,
  })
  usePageTitle(data ? data.name : title)
  return (
    <div className="console record">
      <Crumbs name={data?.name}>
        <Link to="/dashboard/approvalVersions">{title}</Link>
      </Crumbs>
      {error && <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && pending}
      {data && (
        <>
          <DraftHead draft={data} />
          <DraftRequest draft={data} />
          <DraftDate draft={data} />
          <DraftNotices draft={data} />
          <LostChanges draft={data} />
          <DraftParts draft={data} />
        </>
      )}
    </div>
  )
}

function DraftParts({ draft }: { draft: Shown }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readVersionsSearch)
  const view = DRAFT_VIEWS.find((one) => one === shown.view) ?? 'roles'
  const mayWrite = permissions.includes('approvals:write') && !isFrozen(draft)
  const tabs: { value: DraftView; label: string; content: React.ReactNode }[] = [
    { value: 'roles', label: t('Roles'), content: <DraftRoles draft={draft} mayWrite={mayWrite} /> },
    { value: 'rules', label: t('Rules'), content: <DraftRules draft={draft} mayWrite={mayWrite} /> },
    { value: 'routing', label: t('Approval routing'), content: <DraftRouting draft={draft} mayWrite={mayWrite} /> },
    { value: 'comparison', label: t('Comparison'), content: <DraftComparison draft={draft} /> },
    ...(permissions.includes('users:read')
      ? [{ value: 'people' as const, label: t('People'), content: <DraftPeople draft={draft} /> }]
      : []),
  ]
  return (
    <div className="list-card draft-parts">
      <h2 className="visually-hidden">{t('Draft')}</h2>
      <Tabs
        label={draft.name}
        value={tabs.some(({ value }) => value === view) ? view : 'roles'}
        onChange={(chosen) => show({ view: chosen, search: '', changed: '' })}
        tabs={tabs}
      />
    </div>
  )
}

function DraftNotices({ draft }: { draft: Shown }) {
  const { t, i18n } = useTranslation()
  const { baseVersion, currentVersion, leftOut, leftOutCount, leftOutCatchAll, otherCatchAll, routing } = draft
  const number = (value: number) => formatNumber(value, i18n.language)
  const clashes = draft.clashes - draft.lostCount
  const versions = { base: number(baseVersion), current: number(currentVersion) }
  return (
    <>
      {clashes > 0 ? (
        <Alert tone="warning">
          <p>
            {t('What counts was changed since this draft was begun (version {{base}}, now {{current}}).', versions)}{' '}
            {t('Changes of the same records in this draft: {{number}}. Keep or undo each of them.', {
              number: number(clashes),
            })}
          </p>
        </Alert>
      ) : (
        currentVersion !== baseVersion && (
          <Alert tone="info">
            <p>
              {t('What counts was changed since this draft was begun (version {{base}}, now {{current}}).', versions)}{' '}
              {t('The comparison is with what counts now. Publishing this draft overwrites none of those changes.')}
            </p>
          </Alert>
        )
      )}
      {leftOut.length > 0 && (
        <Alert tone="warning">
          <p>
            {t('These rules cannot be restored, because their role or page was deleted: {{names}}.', {
              names:
                leftOutCount > leftOut.length
                  ? t('{{names}} and {{number}} more', {
                      names: leftOut.join(', '),
                      number: number(leftOutCount - leftOut.length),
                    })
                  : new Intl.ListFormat(i18n.language).format(leftOut),
            })}
          </p>
        </Alert>
      )}
      {otherCatchAll.length > 0 && (
        <Alert tone="warning">
          <p>
            {t(
              'The catch-all role {{role}} is another role now than in that version, for {{clients}}. So other people would approve what no rule covers.',
              { role: routing.draft.catchAllRole, clients: new Intl.ListFormat(i18n.language).format(otherCatchAll) },
            )}
          </p>
        </Alert>
      )}
      {leftOutCatchAll !== '' && (
        <Alert tone="warning">
          <p>
            {t(
              'The catch-all role {{role}} of that version cannot be restored, because no role has this name any more.',
              {
                role: leftOutCatchAll,
              },
            )}
          </p>
        </Alert>
      )}
    </>
  )
}

/** The changes of a draft whose role or page was deleted, each to be undone. */
function LostChanges({ draft }: { draft: Shown }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const undoing = useDraftChange(undoDraftChange)
  const mayWrite = permissions.includes('approvals:write') && !isFrozen(draft)
  if (draft.lost.length === 0) return null
  return (
    <Alert tone="warning">
      <p>
        {t(
          'These changes have no effect, because their role or page was deleted. The draft is not published before they are undone, or what was deleted is restored.',
        )}
      </p>
      <ul className="draft-lost">
        {draft.lost.map(({ roleId, pageId, name }) => (
          <li key={`${roleId} ${pageId}`}>
            {name}{' '}
            {mayWrite && (
              <Button
                variant="link"
                isIdle={undoing.isBusy}
                aria-label={`${t('Undo this change')}: ${name}`}
                onClick={() => void undoing.run({ draftId: draft._id, revision: draft.revision, roleId, pageId })}
              >
                {t('Undo this change')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {draft.lostCount > draft.lost.length && (
        <p>
          {t('Not listed here: {{number}} more', {
            number: formatNumber(draft.lostCount - draft.lost.length, i18n.language),
          })}
        </p>
      )}
      <ErrorAlert error={undoing.error} />
    </Alert>
  )
}
