import { testSmsConfiguration } from '@gatehouse/contract/admin/gateways/send-test.ts'
import type { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { GatewayTest } from './GatewayTest.tsx'

type Row = Pick<RowOf<typeof smsConfigurations>, '_id' | 'providerName' | 'defaultNo'>

type Props = {
  row: Row
  /** Closes the dialog, if the test has its own. */
  onClose?: () => void
}

function TestSms({ row: { _id: id, defaultNo }, onClose }: Props) {
  const { t } = useTranslation()
  const [to, setTo] = useState(defaultNo)
  const [text, setText] = useState(t('This is a test.'))
  const [templateId, setTemplateId] = useState('')
  return (
    <GatewayTest
      hint={t('This sends a real message with the saved settings.')}
      send={() => call(testSmsConfiguration, { id, to, text, templateId })}
      onClose={onClose}
    >
      {(onKeyDown) => (
        <>
          <TextField
            label={t('Send a test to the number')}
            type="tel"
            value={to}
            onChange={(event) => setTo(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <TextArea label={t('Message')} rows={2} value={text} onChange={(event) => setText(event.target.value)} />
          <TextField
            label={t('Template Id')}
            hint={t('For India: the DLT id under which this exact text is registered.')}
            value={templateId}
            onChange={(event) => setTemplateId(event.target.value)}
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
    <Dialog title={t('Send test - {{name}}', { name: row.providerName })} onClose={onClose}>
      <TestSms row={row} onClose={onClose} />
    </Dialog>
  )
}

/** Shown in the form of a record. Not a form field. */
export function TestSmsInput() {
  return <TestSms row={useFormContext().formState.defaultValues as Row} />
}
