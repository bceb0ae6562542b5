import type { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { RowOf } from '../engine/screen.ts'

export type WebhookRow = RowOf<typeof webhooks>

/** What a dialog of a webhook is given. */
export type WebhookDialog = { row: WebhookRow; onClose: () => void }
