import { createFirstAdministrator, setUpLinkState } from '@gatehouse/contract/setup.ts'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { Continue } from '../ui/Continue.tsx'
import { DeadLink } from './DeadLink.tsx'
import { LookingAtLink } from './LookingAtLink.tsx'
import { RegisterForm } from './RegisterForm.tsx'
import { useOneTimeLink } from './use-one-time-link.ts'

/** Creates the first administrator of a new installation, by the link that the server printed (requirement S11). */
export function SetUpPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token: inPath } = useParams({ strict: false })
  const { state, look, use } = useOneTimeLink({
    name: 'setup',
    inPath,
    removeFromPath: () => void navigate({ to: '/setup/{-$token}', params: { token: undefined }, replace: true }),
    isUsable: async (token) => (await call(setUpLinkState, { token })).isUsable,
    isWellFormed: (token) => setUpLinkState.request.safeParse({ token }).success,
    refusal: 'setup_link_invalid',
  })
  usePageTitle(t('Create the first administrator'))

  return (
    <CardPage
      title={t('Create the first administrator')}
      below={(state === 'looking' || state === 'done') && <Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {state === 'looking' && <LookingAtLink look={look} />}
      {state === 'form' && (
        <RegisterForm
          submitLabel={t('Create administrator')}
          onSubmit={(registration) => use((token) => call(createFirstAdministrator, { token, ...registration }))}
        />
      )}
      {state === 'done' && (
        <Continue onContinue={() => void navigate({ to: '/login' })}>{t(createFirstAdministrator.message)}</Continue>
      )}
      {state === 'invalid' && (
        <DeadLink refusal="setup_link_invalid">
          <p>
            {t(
              'If there is no administrator yet, who runs the server prints a new link with the command “gatehouse admin create”.',
            )}
          </p>
        </DeadLink>
      )}
    </CardPage>
  )
}
