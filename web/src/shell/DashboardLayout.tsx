import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SignInAgain } from '../session/SignInAgain.tsx'
import './dashboard-layout.css'
import { InShell } from './in-shell.ts'
import { createQueryClient } from './query-client.ts'
import { SidebarContent } from './SidebarContent.tsx'
import { TopBar } from './TopBar.tsx'
import { useSessionEnd } from './use-session-end.ts'
import { useSessionWatch } from './use-session-watch.ts'

/** The frame of every page behind sign-in. What was loaded for one person goes away with it. */
export function DashboardLayout() {
  const { t } = useTranslation()
  const [queryClient] = useState(createQueryClient)
  const sessionEnd = useSessionEnd()
  useSessionWatch()

  return (
    <QueryClientProvider client={queryClient}>
      {sessionEnd.isAsking && <SignInAgain isLogout={sessionEnd.isLogout} onDone={sessionEnd.answer} />}
      <a className="skip-link" href="#content">
        {t('Skip to content')}
      </a>
      <div className="dashboard">
        <aside className="sidebar" aria-label={t('Sidebar')}>
          <SidebarContent />
        </aside>
        <div className="dashboard-main">
          <TopBar />
          <main id="content" tabIndex={-1}>
            <InShell value={true}>
              <Outlet />
            </InShell>
          </main>
        </div>
      </div>
    </QueryClientProvider>
  )
}
