import { Eye, EyeOff } from 'lucide-react'
import type { ClipboardEvent, InputHTMLAttributes, KeyboardEvent, Ref } from 'react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { describedBy, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps &
  InputHTMLAttributes<HTMLInputElement> & {
    ref?: Ref<HTMLInputElement>
    /** `block` refuses cut, copy and paste by hand. Password managers set the value and are not hindered (requirement S8). */
    clipboard: 'block' | 'allow'
  }

export function PasswordField({ label, error, hint, action, clipboard, ...input }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [isShown, setIsShown] = useState(false)
  const [hasCapsLock, setHasCapsLock] = useState(false)
  const shownHint = hasCapsLock ? t('Caps Lock is on') : hint

  function handleClipboard(event: ClipboardEvent) {
    if (clipboard === 'block') event.preventDefault()
  }

  function handleKey(event: KeyboardEvent) {
    // Autofill sends key events that are none.
    if (event.nativeEvent instanceof window.KeyboardEvent) setHasCapsLock(event.getModifierState('CapsLock'))
  }

  return (
    <Field id={id} label={label} error={error} hint={shownHint} action={action}>
      <div className="control-with-button">
        <input
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          className="control"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onCut={handleClipboard}
          onCopy={handleClipboard}
          onPaste={handleClipboard}
          onKeyDown={handleKey}
          onKeyUp={handleKey}
          {...describedBy(id, { error, hint: shownHint })}
        />
        <button
          type="button"
          className="control-button"
          aria-pressed={isShown}
          aria-label={t('Show password')}
          title={isShown ? t('Hide password') : t('Show password')}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={18} aria-hidden /> : <Eye size={18} aria-hidden />}
        </button>
      </div>
    </Field>
  )
}
