import { acceptInvitation, readInvitation } from '@gatehouse/contract/invitations.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Continue } from '../ui/Continue.tsx'
import { AcceptForm } from './AcceptForm.tsx'
import { LinkPage } from './LinkPage.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

const NOTHING = { email: '', application: '', client: '' }

/** Where the link of an invitation leads: a name and a password make the account. */
export function InvitationPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ strict: false })
  const [given, setGiven] = useState(NOTHING)
  const { email, application, client } = given
  const link = useOneTimeLink({
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

  return (
    <LinkPage
      title={t('Create your account')}
      lead={application !== '' && t('You are invited to {{application}} ({{client}}).', { application, client })}
      link={link}
    >
      {link.state === 'form' && (
        <AcceptForm email={email} onSubmit={(form) => link.use((uuid) => call(acceptInvitation, { uuid, ...form }))} />
      )}
      {link.state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login', search: { login_hint: email } })}>
          {t(acceptInvitation.message)}
        </Continue>
      )}
    </LinkPage>
  )
}
