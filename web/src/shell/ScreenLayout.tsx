import { Outlet, useMatches } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../session/use-session.ts'
import { PortalContainer } from '../ui/portal-container.ts'
import { Toasts } from '../ui/Toasts.tsx'
import { ClosedWhileActing } from './ClosedWhileActing.tsx'
import { NotAllowedPage } from './NotAllowedPage.tsx'

/** What all screens behind sign-in but the dashboard share: who may open them, toasts, and a place inside the page's main part for what pops up. */
export function ScreenLayout() {
  const { permissions, acting } = useSession()
  const needed = useMatches({ select: (matches) => matches.at(-1)?.staticData.permission ?? null })
  const isClosed = useMatches({ select: (matches) => matches.at(-1)?.staticData.isClosedWhileActing ?? false })
  const [popups, setPopups] = useState<HTMLElement | null>(null)
  return (
    <Toasts>
      <PortalContainer value={popups}>
        {acting && isClosed ? (
          <ClosedWhileActing />
        ) : needed === null || permissions.includes(needed) ? (
          <Outlet />
        ) : (
          <NotAllowedPage permission={needed} />
        )}
      </PortalContainer>
      <div ref={setPopups} />
    </Toasts>
  )
}
