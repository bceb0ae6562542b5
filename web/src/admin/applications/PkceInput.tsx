import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Alert } from '../../ui/Alert.tsx'
import type { FieldInputProps } from '../engine/fields/field.ts'
import { SwitchInput } from '../engine/fields/SwitchInput.tsx'
import { useControlledField } from '../engine/fields/use-controlled-field.ts'

/** Whether PKCE is required. Warns of the risk when it is switched off. */
export function PkceInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const isRequired: unknown = useWatch({ name: props.name })
  const { error } = useControlledField<boolean>(props)
  return (
    <div className="form">
      <SwitchInput {...props} />
      {isRequired === false && (
        <Alert tone="warning">
          {t(
            'Without PKCE, somebody who intercepts a code in the browser can try to sign in with it. Switch it off only for old software that does not support it, and never for a public client.',
          )}
        </Alert>
      )}
      {error && <p className="field-error">{t(error)}</p>}
    </div>
  )
}
PkceInput.show = SwitchInput.show
