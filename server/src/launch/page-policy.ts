import type { FastifyRequest } from 'fastify'
import sql from 'sql-template-tag'
import { webOrigin } from '../access/redirects.ts'
import type { Deps } from '../deps.ts'
import { COOKIES } from '../http/cookies.ts'
import type { PagePolicy } from '../http/web-app.ts'
import { readSessionState } from '../sessions/session-state.ts'
import { listOpened } from './logout.ts'

/**
 * Our pages may post forms to applications that are launched that way, and the logout page may frame the applications
 * it tells (security note D22).
 */
export function launchPagePolicy(deps: Deps): PagePolicy {
  return async (request) => {
    const isLogout = request.url.split('?')[0] === '/logout'
    const opened = isLogout ? await listOpened(deps, request.cookies[COOKIES.ended]) : []
    // Visitors launch nothing, and are not told which applications there are.
    const forms = (await isSignedIn(deps, request)) ? await formOrigins(deps) : []
    return { forms, frames: origins(opened.map(({ logoutUrl }) => logoutUrl ?? '')) }
  }
}

async function isSignedIn({ db }: Deps, { cookies }: FastifyRequest): Promise<boolean> {
  return (await readSessionState(db, cookies[COOKIES.session])).userId !== null
}

async function formOrigins({ db }: Deps): Promise<string[]> {
  const { rows } = await db.execute<{ url: string }>(sql`
    select redirect_url as url from applications where launch_mode = 'form_post' and status = 'ACTIVE' and deleted_at is null`)
  return origins(rows.map(({ url }) => url))
}

function origins(addresses: string[]): string[] {
  return [...new Set(addresses.map(webOrigin).filter((origin) => origin !== null))]
}
