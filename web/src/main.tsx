import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { handshake } from './handshake.ts'
import { startI18n } from './i18n/start-i18n.ts'
import { markPage } from './routes/mark-page.ts'
import { router } from './routes.tsx'
import { brandingFor } from './session/branding.ts'
import './ui/tokens.css'
import './ui/fonts.css'
import './ui/base.css'
import './ui/forced-colors.css'

// All that the first screen waits for begins at once instead of one after another. The router reports what fails.
handshake().catch(() => {})
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  if (routeId === '/card') void brandingFor(window.location.search)
  router.loadRouteChunk(router.routesById[routeId as keyof typeof router.routesById])?.catch(() => {})
}

markPage(router)
await startI18n()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
