import { sendTestEvent } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import { TEST_EVENT } from '@gatehouse/contract/webhook-events.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { FormEnd } from '../../ui/FormEnd.tsx'
import { useAction } from '../../ui/use-action.ts'
import { DeliveryView } from './DeliveryView.tsx'
import type { WebhookDialog } from './webhook-row.ts'

/** Sends a test event to a webhook and shows the response. */
export function SendTest({ row, onClose }: WebhookDialog) {
  const { t } = useTranslation()
  const [deliveryId, setDeliveryId] = useState<string | null>(null)
  const sending = useAction(async () => {
    setDeliveryId((await call(sendTestEvent, { webhookId: row._id })).deliveryId)
  })

  return (
    <Dialog title={t('Send test event - {{name}}', { name: row.name })} size="large" onClose={onClose}>
      <div className="form">
        <p>{t('Posts the event {{event}} to {{url}}, once.', { event: TEST_EVENT, url: row.url })}</p>
        {row.status !== 'ACTIVE' && <p>{t('The webhook is inactive. The test is sent anyway.')}</p>}
        <FormEnd error={sending.error}>
          <Button isBusy={sending.isBusy} onClick={sending.run}>
            {t('Send test event')}
          </Button>
        </FormEnd>
        {deliveryId !== null && <DeliveryView key={deliveryId} id={deliveryId} />}
      </div>
    </Dialog>
  )
}
