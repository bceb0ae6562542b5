import type { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { testEmailConfiguration } from '@gatehouse/contract/admin/gateways/send-test.ts'
import { useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { GatewayTest } from './GatewayTest.tsx'

type Row = Pick<RowOf<typeof emailConfigurations>, '_id' | 'host' | 'defaultTo'>

type Props = {
  row: Row
  /** Whether the dialog holds nothing else. */
  isAlone?: boolean
}

function TestEmail({ row: { _id: id, defaultTo }, isAlone }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const form = useForm({ defaultValues: { to: defaultTo || user.email } })
  return (
    <GatewayTest
      form={form}
      hint={t('This sends a real message with the saved settings.')}
      send={({ to }) => call(testEmailConfiguration, { id, to })}
      isAlone={isAlone}
    >
      {(onKeyDown) => (
        <TextField label={t('Send a test to')} type="email" {...form.register('to')} onKeyDown={onKeyDown} />
      )}
    </GatewayTest>
  )
}

/** Opened from the menu of a row. */
export function TestEmailDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <WorkDialog title={t('Send test - {{name}}', { name: row.host })} onClose={onClose}>
      <TestEmail row={row} isAlone />
    </WorkDialog>
  )
}

/** Shown in the form of a record. Not a form field. */
export function TestEmailInput() {
  return <TestEmail row={useFormContext().formState.defaultValues as Row} />
}
