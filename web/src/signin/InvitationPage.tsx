import { acceptInvitation, readInvitation } from '@gatehouse/contract/invitations.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { DeadLink } from './DeadLink.tsx'
import { LookingAtLink } from './LookingAtLink.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

const NOTHING = { email: '', application: '', client: '' }

/** Where the link of an invitation leads: a name and a password make the account. */
export function InvitationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const [given, setGiven] = useState(NOTHING)
  const { email, application, client } = given
  const { state, look, use } = useOneTimeLink({
    name: 'invitation',
    inPath: id,
    removeFromPath: () => void navigate({ to: '/invitation/{-$id}', params: { id: undefined }, replace: true }),
    isUsable: async (uuid) => {
      const { isUsable, ...found } = await call(readInvitation, { uuid })
      setGiven(found)
      return isUsable
    },
    isWellFormed: (uuid) => readInvitation.request.safeParse({ uuid }).success,
    refusal: 'invitation_invalid',
  })
  usePageTitle(t('Create your account'))

  return (
    <CardPage
      title={t('Create your account')}
      lead={
        state === 'form' && application !== ''
          ? t('You are invited to {{application}} ({{client}}).', { application, client })
          : undefined
      }
      below={state !== 'invalid' && <Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {state === 'looking' && <LookingAtLink look={look} />}
      {state === 'form' && (
        <AcceptForm email={email} onSubmit={(form) => use((uuid) => call(acceptInvitation, { uuid, ...form }))} />
      )}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login', search: { login_hint: email } })}>
          {t(acceptInvitation.message)}
        </Continue>
      )}
      {state === 'invalid' && <DeadLink refusal="invitation_invalid" />}
    </CardPage>
  )
}
