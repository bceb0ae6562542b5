import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { showAnnouncements } from './announcements.ts'
import './toasts.css'
import { ToastAction } from './ToastAction.tsx'
import { TOAST_MS } from './toast-ms.ts'
import { useFocusAfterToast } from './use-focus-after-toast.ts'
import type { ToastData } from './use-toasts.ts'

/** Shows what `useToasts` announces on the screens inside. */
export function Toasts({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider limit={3}>
      {children}
      <Toast.Portal>
        <Region />
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Region() {
  const { t } = useTranslation()
  const { toasts, add } = Toast.useToastManager<ToastData>()
  const { handleFocus, watchToast } = useFocusAfterToast()
  useEffect(
    () =>
      showAnnouncements(({ text, isFailure }) => {
        if (isFailure) add({ title: text, type: 'error', priority: 'high', timeout: 0 })
        else add({ title: text, type: 'success', timeout: TOAST_MS })
      }),
    [add],
  )
  return (
    <Toast.Viewport className="toasts" aria-label={t('Notifications')} onFocus={handleFocus}>
      {toasts.map((toast) => (
        <Toast.Root
          key={toast.id}
          ref={watchToast}
          toast={toast}
          className={`toast toast-${toast.type}`}
          swipeDirection="right"
        >
          {toast.type === 'error' ? <CircleAlert size={18} aria-hidden /> : <CircleCheck size={18} aria-hidden />}
          <Toast.Content className="toast-content">
            <Toast.Title render={<p />} className="toast-title" />
          </Toast.Content>
          {toast.data?.work && <ToastAction id={toast.id} work={toast.data.work} />}
          {/* The library hides the button from screen readers until the pointer is there, although the keyboard reaches it. */}
          <Toast.Close className="icon-button" aria-label={t('Dismiss')} aria-hidden={false}>
            <X size={16} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      ))}
    </Toast.Viewport>
  )
}
