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
const PkceInput = choiceOf({ S256: 'With S256, as it should be', plain: 'With plain', '': 'Without' })
const PromptInput = choiceOf({
  '': 'Not sent: asks only what is needed',
  none: 'none: asks nothing at all',
  login: 'login: asks to sign in again',
  consent: 'consent: asks for consent',
  select_account: 'select_account: asks which account to go on with',
})

const ModeInput = choiceOf({
  '': 'Not sent',
  query: 'In the address (query)',
  fragment: 'Behind # in the address (fragment)',
  form_post: 'In a form (form_post)',
})

/** Who asks, and the parameters that the application would send. */
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
        <ClientInput name="client" label={t('Client')} hint={t('Only where the application names it.')} />
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
            <TextInput name="maxAge" label={t('Age of the sign-in')} hint={t('max_age, in seconds.')} />
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
