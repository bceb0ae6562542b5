import sql from 'sql-template-tag'
import { webOrigin } from '../access/redirects.ts'
import type { GeneralLimit } from '../counting/general-limit.ts'
import type { Deps } from '../deps.ts'
import { COOKIES } from '../http/cookies.ts'
import type { PagePolicy } from '../http/web-app.ts'
import { limitVisitors } from '../sessions/limit-visitors.ts'
import { listOpened } from './logout.ts'

/**
 * Lets our pages post forms to applications that are launched by form, and the logout page frame the applications that
 * it notifies (requirement P22).
 */
export function launchPagePolicy(deps: Deps, limit: GeneralLimit): PagePolicy {
  return async (request) => {
    const userId = await limitVisitors(deps, limit, request)
    const isLogout = request.url.split('?')[0] === '/logout'
    const opened = isLogout ? await listOpened(deps, request.cookies[COOKIES.ended]) : []
    // Visitors launch nothing, so the policy must not reveal to them which applications exist.
    const forms = userId === null ? [] : await formOrigins(deps)
    return { forms, frames: origins(opened.map(({ logoutUrl }) => logoutUrl ?? '')) }
  }
}

async function formOrigins({ db }: Deps): Promise<string[]> {
  const { rows } = await db.execute<{ url: string }>(sql`
    select redirect_url as url from applications where launch_mode = 'form_post' and status = 'ACTIVE' and deleted_at is null`)
  return origins(rows.map(({ url }) => url))
}

function origins(addresses: string[]): string[] {
  return [...new Set(addresses.map(webOrigin).filter((origin) => origin !== null))]
}
