import type { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import type { RowOf } from '../engine/screen.ts'

export type WebhookRow = RowOf<typeof webhooks>

/** The props of a dialog of a webhook. */
export type WebhookDialog = { row: WebhookRow; onClose: () => void }
