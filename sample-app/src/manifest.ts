import { type Gatehouse, type ManifestPage, PortalUnavailable } from '@gatehouse/client/index.ts'

/** The pages of claims at the portal. Administrators say there which roles have them. */
export const PAGE_OF_REPORTS = { id: 'claims.reports', name: 'Claim Intimation' } as const
export const PAGE_OF_PAYMENTS = { id: 'claims.payments', name: 'Settlement' } as const

const PAGES: ManifestPage[] = [
  { ...PAGE_OF_REPORTS, path: '/claims', actions: ['report'] },
  { ...PAGE_OF_PAYMENTS, path: '/claims', parent: PAGE_OF_REPORTS.id },
]

/** The portal may start later than we do. */
const RETRY_MS = 2000
const TRIES = 30

/** Publishes the pages of this application at its start. Without the portal it starts all the same, and tries again. */
export async function publishManifest(gatehouse: Gatehouse, tries = 1): Promise<void> {
  await gatehouse.publishPages(PAGES).catch((error: unknown) => {
    if (error instanceof PortalUnavailable && tries < TRIES)
      setTimeout(() => void publishManifest(gatehouse, tries + 1), RETRY_MS).unref()
    else console.error('The pages could not be published.', error)
  })
}
