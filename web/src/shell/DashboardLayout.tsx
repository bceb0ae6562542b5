import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignInAgain } from '../factors/SignInAgain.tsx'
import { watchPrinting } from '../i18n/printing.ts'
import { useSession } from '../session/use-session.ts'
import { lazyPart } from '../ui/lazy-part.tsx'
import { loadAgainWhenReady } from './load-again.ts'
import '../ui/print.css'
import './dashboard-layout.css'
import { Confirmation } from './Confirmation.tsx'
import { GiveReason } from './GiveReason.tsx'
import { InShell } from './in-shell.ts'
import { createQueryClient } from './query-client.ts'
import { SessionReplaced } from './SessionReplaced.tsx'
import { SidebarContent } from './SidebarContent.tsx'
import { TopBar } from './TopBar.tsx'
import { useContentFocus } from './use-content-focus.ts'
import { useSessionEnd } from './use-session-end.ts'
import { useSessionWatch } from './use-session-watch.ts'
import { WeakSessionNotice } from './WeakSessionNotice.tsx'

const ActingBanner = lazyPart(() => import('./ActingBanner.tsx'), 'ActingBanner')

/** The frame of every page behind sign-in. What was loaded for one person goes away with it. */
export function DashboardLayout() {
  const { t } = useTranslation()
  const [queryClient] = useState(createQueryClient)
  useEffect(() => loadAgainWhenReady(queryClient), [queryClient])
  useEffect(watchPrinting, [])
  const sessionEnd = useSessionEnd()
  useSessionWatch(sessionEnd.resume)
  useContentFocus()
  const { acting, user } = useSession()

  // By hand: an address with `#content` would be a step of the history, and the focus would stay behind.
  function handleSkip(event: MouseEvent) {
    event.preventDefault()
    document.getElementById('content')?.focus()
  }

  return (
    <QueryClientProvider client={queryClient}>
      {sessionEnd.isAsking && <SignInAgain isLogout={sessionEnd.isLogout} onDone={sessionEnd.answer} />}
      {sessionEnd.replaced && <SessionReplaced next={sessionEnd.replaced.next} onClose={sessionEnd.closeReplaced} />}
      <Confirmation />
      <GiveReason />
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, as a link without a script would */}
      <a className="skip-link" href="#content" onClick={handleSkip}>
        {t('Skip to content')}
      </a>
      <div className="dashboard">
        <aside className="sidebar" aria-label={t('Sidebar')}>
          <SidebarContent />
        </aside>
        <div className="dashboard-main">
          <TopBar />
          {acting && <ActingBanner acting={acting} user={user} />}
          <main id="content" tabIndex={-1}>
            <WeakSessionNotice />
            <InShell value={true}>
              <Outlet />
            </InShell>
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}
