import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { choiceOf } from '../../engine/fields/ChoiceInput.tsx'
import { useField } from '../../engine/fields/field.ts'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'
import { TextAreaInput } from '../../engine/fields/TextAreaInput.tsx'
import { TextInput } from '../../engine/fields/TextInput.tsx'

const PersonInput = pickerOf({ kind: 'people' })
const ClientInput = pickerOf({ kind: 'clients' })
const PkceInput = choiceOf({ S256: 'S256 (recommended)', plain: 'plain', '': 'None' })
const PromptInput = choiceOf({
  '': 'Not sent: asks only when needed',
  none: 'none: never asks',
  login: 'login: asks the person to sign in again',
  consent: 'consent: asks for consent',
  select_account: 'select_account: asks for the account',
})

const ModeInput = choiceOf({
  '': 'Not sent',
  query: 'In the address (query)',
  fragment: 'In the address, after # (fragment)',
  form_post: 'In a form (form_post)',
})

/** The person and the parameters of the request. */
export function SimulationForm({ redirectUris }: { redirectUris: readonly string[] }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  return (
    <div className="form-fields">
      {permissions.includes('users:read') && (
        <div className="form-field form-field-half">
          <PersonInput name="userId" label={t('Person')} />
        </div>
      )}
      <div className="form-field form-field-half">
        <ClientInput name="client" label={t('Client')} hint={t('Only if the application sends it.')} />
      </div>
      <div className="form-field">
        <RedirectInput redirectUris={redirectUris} />
      </div>
      <div className="form-field">
        <TextInput name="scope" label={t('Scope')} />
      </div>
      <div className="form-field form-field-half">
        <TextInput name="responseType" label={t('Response type')} />
      </div>
      <div className="form-field form-field-half">
        <PkceInput name="pkce" label={t('PKCE')} />
      </div>
      <div className="form-field">
        <PromptInput name="prompt" label={t('Prompt')} />
      </div>
      <details className="form-field simulation-more">
        <summary>{t('More parameters')}</summary>
        <div className="form-fields">
          <div className="form-field form-field-half">
            <ModeInput name="responseMode" label={t('Response mode')} />
          </div>
          <div className="form-field form-field-half">
            <TextInput name="maxAge" label={t('Sign-in age')} hint={t('max_age, in seconds.')} />
          </div>
          <div className="form-field">
            <TextInput
              name="resource"
              label={t('Resource')}
              hint={t('The Allowed URL of the application that the token is for.')}
            />
          </div>
          <div className="form-field">
            <TextAreaInput
              name="claims"
              label={t('Claims')}
              hint={t('As JSON, such as {{example}}', { example: '{"userinfo":{"email":null}}' })}
            />
          </div>
        </div>
      </details>
    </div>
  )
}

/** Any address, with the registered ones to choose from. */
function RedirectInput({ redirectUris }: { redirectUris: readonly string[] }) {
  const { t } = useTranslation()
  const field = useField({ name: 'redirectUri', label: t('Redirect address') })
  return (
    <>
      <TextField {...field} list="simulation-redirects" autoCapitalize="none" spellCheck={false} />
      <datalist id="simulation-redirects">
        {redirectUris.map((address) => (
          <option key={address} value={address} />
        ))}
      </datalist>
    </>
  )
}
