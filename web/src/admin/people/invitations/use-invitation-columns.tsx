import type { Invitation } from '@gatehouse/contract/admin/people/invitations.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { termInWords } from '../../../access-requests/assignment-days.ts'
import { recordPage } from '../../../shell/screens.ts'
import { Address } from '../../../ui/Address.tsx'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import './invitations.css'

/** The columns of invitations of one state. */
export function useInvitationColumns(state: Invitation['state']): TableColumn<Invitation>[] {
  const { t, i18n } = useTranslation()
  const LAST: Record<Invitation['state'], TableColumn<Invitation>> = {
    open: { label: t('Valid until'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    expired: { label: t('Expired'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
    refused: { label: t('Refused by a rule'), cell: ({ refusedAt }) => refusedAt && <Moment at={refusedAt} /> },
    accepted: {
      label: t('Accepted'),
      cell: ({ settledAt, person }) => (
        <div className="cell-lines">
          {person && (
            <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
              {person.name}
            </Link>
          )}
          {settledAt && (
            <small>
              <Moment at={settledAt} />
            </small>
          )}
        </div>
      ),
    },
    revoked: { label: t('Revoked'), cell: ({ settledAt }) => settledAt && <Moment at={settledAt} /> },
  }
  return [
    {
      label: t('Email'),
      isWhole: true,
      cell: ({ email }) => (
        <strong className="invitation-email">
          <Address email={email} />
        </strong>
      ),
    },
    {
      label: t('Gives'),
      isPlainOnPhones: true,
      cell: (one) => {
        const { application, client, applicationRole, role } = one
        const term = termInWords(t, i18n.language, one)
        return (
          <div className="cell-lines">
            {application ? [application.name, client?.name, applicationRole].filter(Boolean).join(' · ') : null}
            {term && <small>{term}</small>}
            {role && <small>{t('Role in the portal: {{role}}', { role: role.name })}</small>}
            {!application && !role && t('An account')}
          </div>
        )
      },
    },
    {
      label: t('Sent'),
      cell: ({ sentAt, sentBy, isSenderActive, sends }) => (
        <div className="cell-lines">
          <Moment at={sentAt} />
          <small>{t('by {{name}}', { name: sentBy })}</small>
          {sends > 1 && <small>{t('sent {{count}} times', { count: sends })}</small>}
          {!isSenderActive && (state === 'open' || state === 'refused' || state === 'expired') && (
            <StatusBadge
              status={t('The sender is no longer active, or the session in which it was sent was ended: send it again')}
              tone="warning"
            />
          )}
        </div>
      ),
    },
    LAST[state],
  ]
}
