import {
  CONTRAST_MIN,
  contrastOfAccent,
  isReadable,
  nearestReadable,
  PORTAL_COLOURS,
  type Theme,
} from '@gatehouse/contract/accent.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'
import { Button } from '../../../ui/Button.tsx'
import { describedBy, Field } from '../../../ui/Field.tsx'
import type { FieldInputProps } from '../../engine/fields/field.ts'
import { useControlledField } from '../../engine/fields/use-controlled-field.ts'

const COLOUR = /^#[0-9a-f]{6}$/i

/** A colour for one theme, with its contrast as it is typed; one that cannot be read has the nearest one beside it. */
function AccentInput({ theme, ...props }: FieldInputProps & { theme: Theme }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const { value, onChange, onBlur, ref, label, hint, error } = useControlledField<string>(props)
  const typed = value.trim()
  const isColour = COLOUR.test(typed)
  const ratio = isColour ? `${formatNumber(contrastOfAccent(typed, theme), i18n.language)}:1` : null
  const isFaint = isColour && !isReadable(typed, theme)
  const nearest = isFaint ? nearestReadable(typed, theme) : null
  const min = `${formatNumber(CONTRAST_MIN, i18n.language)}:1`
  // The server's own words are for programs: the sentence below says the same in the language of the page.
  const shownError = isFaint ? undefined : error
  const about = isFaint || ratio ? `${id}-contrast` : ''

  return (
    <Field id={id} label={label} hint={hint} error={shownError}>
      <div className="accent-input">
        <input
          type="color"
          aria-label={t('Choose: {{name}}', { name: label })}
          value={isColour ? typed.toLowerCase() : PORTAL_COLOURS[theme].primary}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          ref={ref}
          id={id}
          type="text"
          className="control"
          placeholder={PORTAL_COLOURS[theme].primary}
          spellCheck={false}
          autoCapitalize="none"
          value={value}
          onBlur={onBlur}
          onChange={(event) => onChange(event.target.value)}
          aria-invalid={isFaint || shownError ? true : undefined}
          aria-describedby={
            [describedBy(id, { error: shownError, hint })['aria-describedby'], about].filter(Boolean).join(' ') ||
            undefined
          }
        />
      </div>
      {(isFaint || ratio) && (
        <p id={about} role="status" className={isFaint ? 'field-error' : 'field-hint'}>
          {isFaint
            ? t('The contrast is {{ratio}}, and {{min}} is needed.', { ratio, min })
            : t('The contrast is {{ratio}}.', { ratio })}
        </p>
      )}
      {nearest && (
        <Button variant="neutral" onClick={() => onChange(nearest)}>
          <span className="accent-swatch" style={{ background: nearest }} aria-hidden="true" />
          {t('Use {{colour}}, the nearest that passes', { colour: nearest })}
        </Button>
      )}
    </Field>
  )
}

export const LightAccentInput = (props: FieldInputProps) => <AccentInput {...props} theme="light" />
export const DarkAccentInput = (props: FieldInputProps) => <AccentInput {...props} theme="dark" />
