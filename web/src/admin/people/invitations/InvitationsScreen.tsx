import { INVITATION_STATES, type Invitation, listInvitations } from '@gatehouse/contract/admin/people/invitations.ts'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { SearchBox } from '../../../ui/SearchBox.tsx'
import '../../engine/admin-screen.css'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { oneOf, pageOf, textOf, withoutEmpty } from '../../engine/lines/lines-search.ts'
import { StateFilter } from '../../engine/lines/StateFilter.tsx'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { useDrawnSearch } from '../../engine/list/use-typed-search.ts'
import { InvitationsBar } from './InvitationsBar.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { STATES } from './invitation-words.ts'
import { ResendInvitations } from './ResendInvitations.tsx'
import { RevokeInvitations } from './RevokeInvitations.tsx'
import { useInvitationColumns } from './use-invitation-columns.tsx'
import { usePicked } from './use-picked.ts'

const readSearch = (query: Record<string, unknown>) => ({
  state: oneOf(INVITATION_STATES, query.state),
  search: textOf(query.search),
  page: pageOf(query.page),
})

function emptyWords(t: TFunction, state: Invitation['state'], search: string, mayWrite: boolean): string {
  if (search !== '') return t('No invitation matches this search.')
  if (state !== 'open') return t('There are no such invitations.')
  return mayWrite
    ? t('No invitation is waiting. Invite people by their email addresses.')
    : t('No invitation is waiting.')
}

type Asked = { action: 'resend' | 'revoke'; invitations: readonly Invitation[] }

/** Invitations by their state: who was invited to what, by whom, and what became of it. */
export function InvitationsScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const { page, search } = shown
  const state = shown.state === '' ? 'open' : (shown.state as Invitation['state'])
  const loaded = useLines('invitations', listInvitations, {
    page,
    filter: withoutEmpty({ state: shown.state, search: search.trim() }),
  })
  const columns = useInvitationColumns(state)
  const [typed, setTyped] = useDrawnSearch(search, (sought) => show({ search: sought }))
  const [isInviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<Asked | null>(null)
  const picked = usePicked(`${state} ${search}`, loaded.data?.rows ?? [])
  const mayWrite = permissions.includes('users:write')
  const mayChange = mayWrite && (state === 'open' || state === 'refused' || state === 'expired')
  const ask = (action: Asked['action'], invitations: readonly Invitation[]) => setAsked({ action, invitations })
  const dialog = asked && { invitations: asked.invitations, onDone: picked.clear, onClose: () => setAsked(null) }
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
        {mayWrite && <Button onClick={() => setInviting(true)}>{t('Invite people')}</Button>}
      </div>
      <div className="list-card">
        <div className="list-toolbar">
          <StateFilter states={INVITATION_STATES} words={STATES} value={state} onShow={show} />
          <SearchBox
            label={t('Search by {{name}}', { name: t('Email') })}
            hint={t('Email')}
            value={typed}
            onChange={setTyped}
            isShortcut
          />
        </div>
        {mayChange && picked.invitations.length > 0 && (
          <InvitationsBar
            count={picked.invitations.length}
            onClear={picked.clear}
            onResend={() => ask('resend', picked.invitations)}
            onRevoke={() => ask('revoke', picked.invitations)}
          />
        )}
        <LinesTable
          label={title}
          columns={columns}
          loaded={loaded}
          rowKey={({ _id }) => _id}
          rowName={({ email }) => email}
          {...(mayChange && {
            selection: picked,
            rowMenu: (one: Invitation) => (
              <RowMenu
                name={one.email}
                items={() => [
                  { label: t('Send again'), onChoose: () => ask('resend', [one]) },
                  { label: t('Revoke'), onChoose: () => ask('revoke', [one]), isDestructive: true },
                ]}
              />
            ),
            menuLabel: t('Actions'),
          })}
          empty={emptyWords(t, state, search, mayWrite)}
          page={page}
          onShow={show}
        />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked?.action === 'resend' && dialog && <ResendInvitations {...dialog} />}
      {asked?.action === 'revoke' && dialog && <RevokeInvitations {...dialog} />}
    </div>
  )
}
