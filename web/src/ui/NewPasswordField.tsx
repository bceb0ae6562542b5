import { PASSWORD_RULES, type PasswordPolicy } from '@gatehouse/contract/password.ts'
import { Check, Circle } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import './new-password-field.css'
import { PasswordField } from './PasswordField.tsx'

type Props = ComponentProps<typeof PasswordField> & { policy: PasswordPolicy; typed: string }

/** A password to be chosen, with the rules it must meet ticked off while the person types. */
export function NewPasswordField({ policy, typed, ...field }: Props) {
  const { t } = useTranslation()
  return (
    <div className="new-password">
      <PasswordField {...field} autoComplete="new-password" />
      <ul aria-label={t('Password rules')}>
        {PASSWORD_RULES[policy].map(({ label, holds }) => {
          const isMet = holds(typed) && typed !== ''
          return (
            <li key={label} data-met={isMet}>
              {isMet ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
              {t(label)}
              <span className="visually-hidden">{isMet ? t('met') : t('not met yet')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
