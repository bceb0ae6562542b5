import { REGIONS } from '@gatehouse/contract/regions.ts'
import type { Lendable } from '@gatehouse/contract/stand-ins.ts'
import { useEffect } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bindField } from '../ui/bind-field.ts'
import type { Option } from '../ui/Combobox.tsx'
import { MoneyField } from '../ui/MoneyField.tsx'
import { MultiSelect } from '../ui/MultiSelect.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { EVERY, type LendForm } from './lend-form.ts'
import './stand-ins.css'

/** What is lent, within which limits, and for how long. It stands inside a form with `lendFields`. */
export function LendFields({ lendable }: { lendable: readonly Lendable[] }) {
  const { t } = useTranslation()
  const form = useFormContext<LendForm>()
  const authority = useWatch({ control: form.control, name: 'authority' })
  const { field: upTo, fieldState } = useController({ control: form.control, name: 'upTo' })
  const chosen = lendable[Number(authority || Number.NaN)]

  // The only one is chosen.
  const only = lendable.length === 1 ? '0' : ''
  useEffect(() => form.setValue('authority', only), [only, form])
  // Clients and pages belong to an application and role.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every other authority
  useEffect(() => {
    form.setValue('clientId', '')
    form.setValue('pages', [EVERY])
  }, [authority, form])

  return (
    <>
      <Select {...bindField(form, 'authority')} label={t('Role')} required>
        <option value="">{t('Choose')}</option>
        {lendable.map(({ application, role }, index) => (
          <option key={`${application._id} ${role}`} value={index}>
            {`${role} · ${application.name}`}
          </option>
        ))}
      </Select>
      <Select {...bindField(form, 'clientId')} label={t('Client')}>
        <option value="">{t('Every client of this role')}</option>
        {chosen?.clients.map(({ _id, name }) => (
          <option key={_id} value={_id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="lend-pair">
        <TextField
          {...bindField(form, 'firstDay')}
          label={t('First day')}
          type="date"
          hint={t('Empty: from now on.')}
        />
        <TextField {...bindField(form, 'lastDay')} label={t('Last day')} type="date" required />
      </div>
      <MoneyField
        {...upTo}
        label={t('Up to')}
        error={fieldState.error?.message}
        hint={t('Empty: as far as the role approves. Never more than that.')}
      />
      <Several
        name="pages"
        label={t('Pages')}
        options={chosen?.pages.map(({ _id, name }) => ({ value: _id, label: name })) ?? []}
      />
      <Several
        name="regions"
        label={t('Regions')}
        options={Object.entries(REGIONS)
          .filter(([code]) => code !== 'Panindia')
          .map(([value, name]) => ({ value, label: t(name) }))}
      />
      <TextArea
        {...bindField(form, 'note')}
        label={t('Note')}
        hint={t('Both of you and administrators can read it.')}
        maxLength={500}
      />
    </>
  )
}

function Several({ name, label, options }: { name: 'pages' | 'regions'; label: string; options: Option[] }) {
  const { t } = useTranslation()
  const form = useFormContext<LendForm>()
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <MultiSelect
      {...field}
      label={label}
      error={fieldState.error?.message}
      options={options}
      all={{ value: EVERY, label: t('All') }}
    />
  )
}
