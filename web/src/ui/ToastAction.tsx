import { Toast } from '@base-ui/react/toast'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from './Spinner.tsx'
import { useAction } from './use-action.ts'
import { failureToast, type ToastData, type ToastWork } from './use-toasts.ts'

/**
 * What can be pressed in a toast. It is done once, also when it is pressed again while the toast goes away. Where it fails, the
 * toast says why, and it can be tried again.
 */
export function ToastAction({ id, work: { label, onPress } }: { id: string; work: ToastWork }) {
  const { t, i18n } = useTranslation()
  const { add, close, update } = Toast.useToastManager<ToastData>()
  const isPressed = useRef(false)
  const { run, isBusy } = useAction(async () => {
    // It shows that the work is under way for as long as it is.
    update(id, { timeout: 0 })
    try {
      await onPress()
      close(id)
    } catch (error) {
      isPressed.current = false
      // It comes back where the person has closed it meanwhile.
      add({ id, ...failureToast(error, onPress, t, i18n.language) })
    }
  })

  function handleClick() {
    if (isPressed.current) return
    isPressed.current = true
    void run()
  }

  return (
    <Toast.Action className="toast-action" aria-disabled={isBusy || undefined} aria-busy={isBusy} onClick={handleClick}>
      {isBusy && <Spinner size={14} />}
      {label}
    </Toast.Action>
  )
}
