import { sendTestTemplate } from '@gatehouse/contract/admin/templates/send-test.ts'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { TextField } from '../../ui/TextField.tsx'
import { WorkDialog } from '../../ui/unsaved/WorkDialog.tsx'
import { GatewayTest } from '../gateways/send-test/GatewayTest.tsx'
import type { TemplateRow } from './template-row.ts'

type Props = {
  id: string
  channel: 'email' | 'sms'
  /** Whether the dialog holds nothing else. */
  isAlone?: boolean
}

/** Sends a saved template through the gateway that its messages would use. */
export function SendTest({ id, channel, isAlone }: Props) {
  const { t } = useTranslation()
  const { user } = useSession()
  const form = useForm({ defaultValues: { to: channel === 'email' ? user.email : user.phoneNumber } })

  async function send({ to }: { to: string }) {
    const { gateway, answer, ...result } = await call(sendTestTemplate, { id, to })
    return { ...result, answer: gateway === '' ? answer : `${gateway}: ${answer}` }
  }

  return (
    <GatewayTest
      form={form}
      hint={
        isAlone
          ? t('This sends a real message with sample values.')
          : t('This sends a real message with the saved template and sample values.')
      }
      send={send}
      isAlone={isAlone}
    >
      {(onKeyDown) => (
        <TextField
          label={channel === 'email' ? t('Send a test to') : t('Send a test to the number')}
          type={channel === 'email' ? 'email' : 'tel'}
          {...form.register('to')}
          onKeyDown={onKeyDown}
        />
      )}
    </GatewayTest>
  )
}

/** The same for a row of the list. */
export function testOf(channel: Props['channel']) {
  return function TestDialog({ row, onClose }: { row: TemplateRow; onClose: () => void }) {
    const { t } = useTranslation()
    return (
      <WorkDialog title={t('Send test - {{name}}', { name: row.TemplateName })} onClose={onClose}>
        <SendTest id={row._id} channel={channel} isAlone />
      </WorkDialog>
    )
  }
}
