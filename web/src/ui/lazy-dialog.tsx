import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { lazyPart } from './lazy-part.tsx'

type Closing = { onClose: () => void }

/** A dialog that is loaded when it is first opened. When that fails, a dialog of this title says so in its place. */
export function lazyDialog<Name extends string, Props extends Closing>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  title: string,
) {
  function Frame({ onClose, children }: Closing & { children: ReactNode }) {
    const { t } = useTranslation()
    return (
      <Dialog title={t(title)} onClose={onClose}>
        {children}
      </Dialog>
    )
  }
  return lazyPart(load, name, { pending: null, Frame })
}
