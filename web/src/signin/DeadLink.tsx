import { VISITOR_ERRORS } from '@gatehouse/contract/visitor-errors.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../ui/Alert.tsx'

export type DeadLinkProps = {
  /** Where to go on from here. Without it: the page to sign in. */
  next?: { to: '/forgetpassword'; search?: { returnTo?: string }; label: string }
  children?: ReactNode
}

type Props = DeadLinkProps & {
  /** The error of a link that cannot be used. */
  refusal: keyof typeof VISITOR_ERRORS
}

/** Shown in place of what a link would do: why it can do nothing, and where to go on. */
export function DeadLink({ refusal, next, children }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <Alert tone="error">{t(VISITOR_ERRORS[refusal].msg)}</Alert>
      {children}
      <Link to={next?.to ?? '/login'} search={next?.search ?? {}} className="button button-primary button-large">
        {next?.label ?? t('Back to sign-in')}
      </Link>
    </>
  )
}
