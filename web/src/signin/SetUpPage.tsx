import { createFirstAdministrator, setUpLinkState } from '@gatehouse/contract/setup.ts'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Continue } from '../ui/Continue.tsx'
import { LinkPage } from './LinkPage.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Creates the first administrator of a new installation, by the link that the server printed (requirement S11). */
export function SetUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token: inPath } = useParams({ strict: false })
  const link = useOneTimeLink({
    name: 'setup',
    inPath,
    removeFromPath: () => void navigate({ to: '/setup/{-$token}', params: { token: undefined }, replace: true }),
    isUsable: async (token) => (await call(setUpLinkState, { token })).isUsable,
    isWellFormed: (token) => setUpLinkState.request.safeParse({ token }).success,
    refusal: 'setup_link_invalid',
  })

  return (
    <LinkPage
      title={t('Create the first administrator')}
      link={link}
      dead={{
        children: (
          <p>
            {t(
              'If there is no administrator yet, who runs the server prints a new link with the command “gatehouse admin create”.',
            )}
          </p>
        ),
      }}
      isBeforeSignIn
    >
      {link.state === 'form' && (
        <RegisterForm
          submitLabel={t('Create administrator')}
          onSubmit={(registration) => link.use((token) => call(createFirstAdministrator, { token, ...registration }))}
        />
      )}
      {link.state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login' })}>{t(createFirstAdministrator.message)}</Continue>
      )}
    </LinkPage>
  )
}
