import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import './menu.css'
import { usePortalContainer } from './portal-container.ts'

/** Further words for a control, on hover and focus. They must not be the only place where they stand. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  const container = usePortalContainer()
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal container={container}>
        <Base.Positioner className="popup-layer" sideOffset={6} positionMethod="fixed">
          <Base.Popup className="tooltip">{content}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
