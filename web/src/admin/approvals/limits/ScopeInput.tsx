import type { TFunction } from 'i18next'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldInputProps, useField } from '../../engine/fields/field.ts'
import { SwitchInput } from '../../engine/fields/SwitchInput.tsx'
import { FoldedField } from './FoldedField.tsx'

/** The name of the field that this one also shows. */
export const ALL_PAGES = 'allPages'

/** Where a document approval counts beside the client of its role and its page: nowhere, unless somebody opens it and says so. */
export function ScopeInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const [allClients, allPages] = useWatch({ name: [props.name, ALL_PAGES] }) as boolean[]
  const { error } = useField(props)
  return (
    <FoldedField label={t('Counts for')} value={scopeText(t, allClients, allPages)} hasError={error !== undefined}>
      <SwitchInput
        {...props}
        label={t('All clients')}
        hint={t('People of every client who have a role of this name, unless the role has a rule for their client.')}
      />
      <SwitchInput
        name={ALL_PAGES}
        label={t('All pages')}
        hint={t('Every page of the application, also later ones, unless the role has a rule for the page.')}
      />
    </FoldedField>
  )
}
ScopeInput.show = (value: unknown, t: TFunction) => (value ? t('All clients') : t('its own client'))

/** Such as 'all clients, its own page'. */
export function scopeText(t: TFunction, allClients?: boolean, allPages?: boolean): string {
  return [allClients ? t('all clients') : t('its own client'), allPages ? t('all pages') : t('its own page')].join(', ')
}
