import { id } from '@gatehouse/contract/fields.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '../../../ui/Button.tsx'
import { FormEnd } from '../../../ui/FormEnd.tsx'
import { pickerOf } from '../../engine/fields/PickerInput.tsx'

const RolePicker = pickerOf({ kind: 'roles', isGrantable: true })
// The message of requirement A17 for a missing selection.
const chosen = z.object({ roleId: id('Role is required') })

type Props = { isBusy: boolean; error: unknown; onChoose: (roleId: string) => void; onClose: () => void }

/** A person has one role, so the chosen one replaces the current one. */
export function RoleForm({ isBusy, error, onChoose, onClose }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(chosen), defaultValues: { roleId: '' } })
  return (
    <FormProvider {...form}>
      <form className="form" noValidate onSubmit={form.handleSubmit(({ roleId }) => onChoose(roleId))}>
        <p>{t('The chosen role replaces their current one. Their sessions end.')}</p>
        <RolePicker name="roleId" label={t('Role')} required />
        <FormEnd error={error}>
          <Button variant="neutral" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {t('Assign Role')}
          </Button>
        </FormEnd>
      </form>
    </FormProvider>
  )
}
