import { coloursOf, PORTAL_COLOURS } from '@gatehouse/contract/accent.ts'
import { type Branding, NO_BRANDING } from '@gatehouse/contract/branding.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import type { getBranding, ShownBranding } from '@gatehouse/contract/get-branding.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'
import sql, { raw } from 'sql-template-tag'
import type { Executor } from '../db/database.ts'
import { isActive } from './launch-rule.ts'
import { webOrigin } from './redirects.ts'

/** What an address names; every parameter may be missing, wrong, or of something that does not exist. */
export type Named = Input<typeof getBranding>

/** The branding of a record, complete: the column holds only what was once saved. */
export const brandingColumn = (alias: string) => `'${JSON.stringify(NO_BRANDING)}'::jsonb || ${alias}.branding`

/** What is stored of a branding: the fields that are not empty, so that one without any is the default of the column. */
export const storedBranding = (branding: Branding): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(branding).filter(([name, value]) => value !== NO_BRANDING[name as keyof Branding]),
    ),
  )

const IS_SHOWN = `branding @> '{"isShown": true}'`

type Found = {
  kind: 'client' | 'client_id'
  id: string
  name: string
  logo: string
  branding: Branding
  addresses: string[]
}

/**
 * The client, or else the application, that an address names, when it shows a branding. One statement in every case: its
 * time does not say whether anything of that name exists.
 */
export async function findBranding(db: Executor, named: Named): Promise<Found | null> {
  const { Application = '', Client = '', base = '' } = named
  const client = named.client || named.clientIDE || ''
  const application = (named.client_id || named.clientId || '').toLowerCase()
  const origin = webOrigin(base) ?? ''
  const { rows } = await db.execute<Found>(sql`
    select 'client' as kind, c.id, c.display_name as name, c.logo, ${raw(brandingColumn('c'))} as branding, array[]::text[] as addresses
    from clients c where ${raw(isActive('c'))} and c.${raw(IS_SHOWN)} and (
      c.id = ${isUuid(client.toLowerCase()) ? client : null}::uuid or c.uuid <> '' and c.uuid = ${client}
      or lower(c.actual_name) = lower(${Client}) and exists (
        select from self_registrations s join applications a on a.id = s.application_id and ${raw(isActive('a'))}
        where s.client_id = c.id and s.enabled and lower(a.name) = lower(${Application})))
    union all
    select 'client_id', a.id, a.name, a.logo, ${raw(brandingColumn('a'))}, array[a.redirect_url, a.login_url, a.allowed_url]
    from applications a where ${raw(isActive('a'))} and a.${raw(IS_SHOWN)} and (
      a.id = ${isUuid(application) ? application : null}::uuid
      or ${origin} <> '' and (starts_with(lower(a.redirect_url), ${origin}) or starts_with(lower(a.login_url), ${origin})
        or starts_with(lower(a.allowed_url), ${origin})))
    order by kind, id`)
  const isNamed = ({ kind, id, addresses }: Found) =>
    kind === 'client' || id === application || addresses.some((one) => webOrigin(one) === origin)
  return rows.find(isNamed) ?? null
}

/** What visitors see of it. */
export function shownBranding({ name, logo, branding }: Found): ShownBranding {
  const { accentLight, accentDark, welcome, welcomeHindi, help, helpHindi, contact } = branding
  const hasColours = accentLight !== '' || accentDark !== ''
  return {
    name,
    logo,
    colours: hasColours
      ? {
          light: accentLight === '' ? PORTAL_COLOURS.light : coloursOf(accentLight, 'light'),
          dark: accentDark === '' ? PORTAL_COLOURS.dark : coloursOf(accentDark, 'dark'),
        }
      : null,
    welcome: { en: welcome || welcomeHindi, hi: welcomeHindi || welcome },
    help: { en: help || helpHindi, hi: helpHindi || help },
    contact,
  }
}

/** A link of the portal that opens with the branding of what is named, where it shows one. */
export async function brandedLink(db: Executor, link: string, named: Named): Promise<string> {
  const found = await findBranding(db, named)
  if (found === null) return link
  const branded = new URL(link)
  branded.searchParams.set(found.kind, found.id)
  return branded.href
}
