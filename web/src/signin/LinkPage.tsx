import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../session/use-page-title.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { DeadLink, type DeadLinkProps } from './DeadLink.tsx'
import { LookingAtLink } from './LookingAtLink.tsx'
import type { useOneTimeLink } from './use-one-time-link.ts'

type Props = {
  title: string
  lead?: ReactNode
  link: ReturnType<typeof useOneTimeLink>
  /** Of a link that cannot be used: where to go on, and what to do. */
  dead?: DeadLinkProps
  /** Whether nobody can sign in before the form is sent. */
  isBeforeSignIn?: boolean
  /** What the link does, and what it has done. */
  children: ReactNode
}

/** The page of a link that works once: it waits, shows what the link does, or why it does nothing. */
export function LinkPage({ title, lead, link: { state, look, refusal }, dead = {}, isBeforeSignIn, children }: Props) {
  const { t } = useTranslation()
  usePageTitle(title)
  const isDead = state === 'invalid'
  // A dead link without another way on has it as its button.
  const hasSignIn = isDead ? dead.next !== undefined : !(isBeforeSignIn && state === 'form')

  return (
    <CardPage
      title={title}
      lead={state === 'form' && lead}
      below={hasSignIn && <Link to="/login">{t('Back to sign-in')}</Link>}
    >
      {state === 'looking' && <LookingAtLink look={look} />}
      {children}
      {isDead && <DeadLink refusal={refusal} {...dead} />}
    </CardPage>
  )
}
