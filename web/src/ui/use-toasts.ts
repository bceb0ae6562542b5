import { Toast } from '@base-ui/react/toast'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api-error.ts'

/** Requirement A19. Waits while it is hovered, has the focus, or the page is hidden. */
export const TOAST_MS = 3000
/** With something to press in it. */
export const ACTION_TOAST_MS = 8000

type ToastAction = { label: string; onPress: () => void }

/** Short news beside the page. Successes go away by themselves, failures stay until they are dismissed. */
export function useToasts() {
  const { t } = useTranslation()
  const { add, close } = Toast.useToastManager()
  return {
    /** `message` is translated already. */
    success(message: string, action?: ToastAction) {
      const id: string = add({
        title: message,
        type: 'success',
        timeout: action ? ACTION_TOAST_MS : TOAST_MS,
        actionProps: action && pressedOnce(action, () => close(id)),
      })
    },
    /** `onRetry` does again what failed. */
    failure(error: unknown, onRetry: () => void) {
      const message = error instanceof ApiError ? error.message : 'Something went wrong'
      const id: string = add({
        title: t(message),
        type: 'error',
        priority: 'high',
        timeout: 0,
        actionProps: pressedOnce({ label: t('Retry'), onPress: onRetry }, () => close(id)),
      })
    },
  }
}

/** A press closes the notice. On its way out it takes a second press, which does nothing. */
function pressedOnce({ label, onPress }: ToastAction, close: () => void) {
  let isPressed = false
  return {
    children: label,
    onClick() {
      if (isPressed) return
      isPressed = true
      close()
      onPress()
    },
  }
}
