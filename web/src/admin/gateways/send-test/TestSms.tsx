import { testSmsConfiguration } from '@gatehouse/contract/admin/gateways/send-test.ts'
import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { WorkDialog } from '../../../ui/unsaved/WorkDialog.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { GatewayTest } from './GatewayTest.tsx'

type Row = Pick<RowOf<typeof smsConfigurations>, '_id' | 'providerName' | 'defaultNo'>

type Props = {
  row: Row
  /** Whether the dialog holds nothing else. */
  isAlone?: boolean
}

function TestSms({ row: { _id: id, defaultNo }, isAlone }: Props) {
  const { t } = useTranslation()
  const form = useForm({ defaultValues: { to: defaultNo, text: t('This is a test.'), templateId: '' } })
  return (
    <GatewayTest
      form={form}
      hint={t('This sends a real message with the saved settings.')}
      send={(typed) => call(testSmsConfiguration, { id, ...typed })}
      isAlone={isAlone}
    >
      {(onKeyDown) => (
        <>
          <TextField label={t('Send a test to the number')} type="tel" {...form.register('to')} onKeyDown={onKeyDown} />
          <TextArea label={t('Message')} rows={2} {...form.register('text')} />
          <TextField
            label={t('Template Id')}
            hint={t('For India: the DLT id under which this exact text is registered.')}
            {...form.register('templateId')}
            onKeyDown={onKeyDown}
          />
        </>
      )}
    </GatewayTest>
  )
}

/** Opened from the menu of a row. */
export function TestSmsDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <WorkDialog title={t('Send test - {{name}}', { name: row.providerName })} onClose={onClose}>
      <TestSms row={row} isAlone />
    </WorkDialog>
  )
}

/** Shown in the form of a record. Not a form field. */
export function TestSmsInput() {
  return <TestSms row={useFormContext().formState.defaultValues as Row} />
}
