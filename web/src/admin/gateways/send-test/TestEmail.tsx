import type { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { testEmailConfiguration } from '@gatehouse/contract/admin/gateways/send-test.ts'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { useSession } from '../../../session/use-session.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import type { RowOf } from '../../engine/screen.ts'
import { GatewayTest } from './GatewayTest.tsx'

type Row = Pick<RowOf<typeof emailConfigurations>, '_id' | 'host' | 'defaultTo'>

type Props = {
  row: Row
  /** Closes the dialog, if the test has its own. */
  onClose?: () => void
}

function TestEmail({ row: { _id: id, defaultTo }, onClose }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const [to, setTo] = useState(defaultTo || user.email)
  return (
    <GatewayTest
      hint={t('This sends a real message with the saved settings.')}
      send={() => call(testEmailConfiguration, { id, to })}
      onClose={onClose}
    >
      {(onKeyDown) => (
        <TextField
          label={t('Send a test to')}
          type="email"
          value={to}
          onChange={(event) => setTo(event.target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </GatewayTest>
  )
}

/** Opened from the menu of a row. */
export function TestEmailDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('Send test - {{name}}', { name: row.host })} onClose={onClose}>
      <TestEmail row={row} onClose={onClose} />
    </Dialog>
  )
}

/** Shown in the form of a record. Not a form field. */
export function TestEmailInput() {
  return <TestEmail row={useFormContext().formState.defaultValues as Row} />
}
