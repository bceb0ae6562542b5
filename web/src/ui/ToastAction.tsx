import { Toast } from '@base-ui/react/toast'
import { useRef } from 'react'
import { Spinner } from './Spinner.tsx'
import { useAction } from './use-action.ts'
import type { ToastData, ToastWork } from './use-toasts.ts'

/** What can be pressed in a toast. It is done once, also when it is pressed again while the toast goes away. */
export function ToastAction({ id, work: { label, onPress } }: { id: string; work: ToastWork }) {
  const { close, update } = Toast.useToastManager<ToastData>()
  const isPressed = useRef(false)
  const { run, isBusy } = useAction(async () => {
    // It shows that the work is under way for as long as it is.
    update(id, { timeout: 0 })
    await onPress()
    close(id)
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
