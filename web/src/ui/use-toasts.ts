import { Toast } from '@base-ui/react/toast'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { reasonOf } from './reason-of.ts'
import { ACTION_TOAST_MS, TOAST_MS } from './toast-ms.ts'

/** What can be done about the news, once. The toast stays until it is done. */
export type ToastWork = { label: string; onPress: () => Promise<void> }
/** What our toasts carry. */
export type ToastData = { work?: ToastWork | undefined }

/** Short news beside the page. Successes go away by themselves, failures stay until they are dismissed. */
export function useToasts() {
  const { t, i18n } = useTranslation()
  const { add } = Toast.useToastManager<ToastData>()
  return {
    /** `message` is translated already. */
    success(message: string, work?: ToastWork) {
      add({ title: message, type: 'success', timeout: work ? ACTION_TOAST_MS : TOAST_MS, data: { work } })
    },
    /** `onRetry` does again what failed. */
    failure(error: unknown, onRetry: () => Promise<void>) {
      add(failureToast(error, onRetry, t, i18n.language))
    },
  }
}

/** What a toast says of a failure; `onRetry` does again what failed. */
export function failureToast(error: unknown, onRetry: ToastWork['onPress'], t: TFunction, language: string) {
  const work = { label: t('Retry'), onPress: onRetry }
  return { title: reasonOf(error, t, language), type: 'error', priority: 'high', timeout: 0, data: { work } } as const
}
