import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyNotice } from '../../../ui/EmptyNotice.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { UnsavedQuestion } from '../../../ui/unsaved/UnsavedQuestion.tsx'
import { useUnsaved } from '../../../ui/unsaved/use-unsaved.ts'
import { useIsPhone } from '../../../ui/use-phone.ts'
import { ListFailure } from '../../engine/list/ListFailure.tsx'
import { PageEntries } from './PageEntries.tsx'
import { PageGrid } from './PageGrid.tsx'
import { linesOf } from './page-lines.ts'
import { type Place, usePageAccess } from './use-page-access.ts'

/** Lines and roles that are drawn at once; a search finds the others. */
const LINES_MAX = 200
const ROLES_MAX = 20

/**
 * The grid of one application and client. What is ticked stays while one searches, and when saving fails.
 *
 * @param onStay called when somebody goes on here, and does not go to what they had chosen
 */
export function PageAccessOf({ onStay, ...place }: Place & { onStay: () => void }) {
  const { t, i18n } = useTranslation()
  const canChange = useSession().permissions.includes('approvals:write')
  const access = usePageAccess(place)
  const isPhone = useIsPhone()
  const [sought, setSought] = useState('')
  const [soughtRole, setSoughtRole] = useState('')
  const unsaved = useUnsaved(access.changes.length > 0, access.discard, {
    isBusy: access.saving.isBusy,
    title: useScreenTitle(),
    isPage: true,
  })

  function keep() {
    unsaved.keep()
    onStay()
  }

  const { data, error, isFetching, refetch } = access.grid
  const number = (value: number) => formatNumber(value, i18n.language)

  if (!data)
    return error ? (
      <ListFailure error={error} isBusy={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Spinner size={24} />
    )
  if (data.roles.length === 0)
    return <EmptyNotice>{t('This application has no roles for this client yet.')}</EmptyNotice>
  if (data.pages.length === 0)
    return (
      <EmptyNotice>{t('This application has no pages yet. It can publish them itself, or from a file.')}</EmptyNotice>
    )

  const lines = linesOf(data.pages, sought, i18n.language)
  const lower = foldedText(soughtRole, i18n.language)
  const roles = data.roles.filter(({ name }) => foldedText(name, i18n.language).includes(lower))
  const shown = {
    access,
    canChange,
    lines: lines.slice(0, LINES_MAX),
    roles: isPhone ? roles : roles.slice(0, ROLES_MAX),
  }
  const isCut = data.hasMore || lines.length > LINES_MAX || shown.roles.length < roles.length
  return (
    <>
      <div className="page-access-bar">
        <SearchBox label={t('Search pages and actions')} value={sought} onChange={setSought} isShortcut />
        {!isPhone && <SearchBox label={t('Search roles')} value={soughtRole} onChange={setSoughtRole} />}
      </div>
      {lines.length === 0 || roles.length === 0 ? (
        <EmptyNotice>
          {t('No results found for "{{query}}".', { query: (lines.length === 0 ? sought : soughtRole).trim() })}
        </EmptyNotice>
      ) : isPhone ? (
        <PageEntries {...shown} />
      ) : (
        <PageGrid {...shown} />
      )}
      {isCut && <p className="page-access-more">{t('There are more roles or pages. Search for them.')}</p>}
      {canChange && (
        <div className="page-access-end">
          <FormEnd error={access.saving.error}>
            <p role="status">{t('Unsaved changes: {{number}}', { number: number(access.changes.length) })}</p>
            <Button variant="neutral" isIdle={access.changes.length === 0} onClick={access.discard}>
              {t('Discard')}
            </Button>
            <Button
              isIdle={access.changes.length === 0}
              isBusy={access.saving.isBusy}
              onClick={() => void access.saving.run()}
            >
              {t('Save')}
            </Button>
          </FormEnd>
        </div>
      )}
      <UnsavedQuestion unsaved={{ ...unsaved, keep }} />
    </>
  )
}
