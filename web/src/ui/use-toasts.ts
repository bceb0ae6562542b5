import { Toast } from '@base-ui/react/toast'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api-error.ts'

/** Requirement A19. Waits while it is hovered, has the focus, or the page is hidden. */
export const TOAST_MS = 3000
/** With something to press in it. */
export const ACTION_TOAST_MS = 8000

/** What can be done about the news, once. The toast stays until it is done. */
export type ToastWork = { label: string; onPress: () => Promise<void> }
/** What our toasts carry. */
export type ToastData = { work?: ToastWork | undefined }

/** Short news beside the page. Successes go away by themselves, failures stay until they are dismissed. */
export function useToasts() {
  const { t } = useTranslation()
  const { add } = Toast.useToastManager<ToastData>()
  return {
    /** `message` is translated already. */
    success(message: string, work?: ToastWork) {
      add({ title: message, type: 'success', timeout: work ? ACTION_TOAST_MS : TOAST_MS, data: { work } })
    },
    /** `onRetry` does again what failed. */
    failure(error: unknown, onRetry: () => Promise<void>) {
      const message = error instanceof ApiError ? error.message : 'Something went wrong'
      const work = { label: t('Retry'), onPress: onRetry }
      add({ title: t(message), type: 'error', priority: 'high', timeout: 0, data: { work } })
    },
  }
}
