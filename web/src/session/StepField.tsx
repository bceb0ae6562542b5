import type { InputHTMLAttributes, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeField } from '../ui/CodeField.tsx'
import type { FieldProps } from '../ui/Field.tsx'
import { TextField } from '../ui/TextField.tsx'
import type { Way } from './second-step.ts'

type Props = Omit<FieldProps, 'label'> &
  InputHTMLAttributes<HTMLInputElement> & {
    way: Way
    ref?: Ref<HTMLInputElement>
    isRefused: boolean
    onComplete: () => void
  }

/** The code of the second step: six digits, or a recovery code with its letters. */
export function StepField({ way, isRefused, onComplete, ...input }: Props) {
  const { t } = useTranslation()
  if (way !== 'recovery-code')
    return <CodeField {...input} label={t('One-time code')} isRefused={isRefused} onComplete={onComplete} />
  return (
    <TextField
      {...input}
      label={t('Recovery code')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="XXXX-XXXX-XXXX-XXXX"
      {...(isRefused && { 'aria-invalid': true })}
    />
  )
}
