import { KEY_REFUSED, SERVICE_KEY_PREFIX } from '@gatehouse/contract/service-accounts.ts'
import ipaddr from 'ipaddr.js'
import sql from 'sql-template-tag'
import { countAttempt } from '../counting/count-attempt.ts'
import { type GeneralLimit, makeGeneralLimit } from '../counting/general-limit.ts'
import { recordOnce } from '../counting/record-once.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { CallRequest } from '../http/authenticators.ts'
import { canonicalAddress, withoutZone } from '../http/client-address.ts'
import type { ServiceAccount } from '../identity/actor.ts'
import { isServiceKey } from './keys.ts'
import { PERMISSIONS_OF_ACCOUNT } from './permissions.ts'

const HOUR_SECONDS = 3600
const BEARER = /^bearer +(.*)$/i

type Refusal = 'unknown' | 'revoked' | 'expired' | 'inactive' | 'address'

type Row = {
  _id: string
  keyId: string
  name: string
  permissions: string[]
  refusal: Refusal | null
  isStale: boolean
}

/** Everything that a request needs to know about its key, in one look-up by an index. */
const READ = `
  select a.id as "_id", k.id as "keyId", a.name,
    k.last_used_at is null or k.last_used_at < now() - interval '1 minute' as "isStale",
    case
      when k.revoked_at is not null then 'revoked'
      when k.expires_at <= now() then 'expired'
      when a.status <> 'ACTIVE' or a.deleted_at is not null then 'inactive'
      when cardinality(a.networks) > 0 and not coalesce($2::inet <<= any (a.networks::cidr[]), false) then 'address'
    end as refusal,
    ${PERMISSIONS_OF_ACCOUNT} as permissions
  from service_account_keys k join service_accounts a on a.id = k.account_id where k.secret_hash = $1`

export type ServiceAccounts = {
  hasServiceKey: (request: Pick<CallRequest, 'headers'>) => boolean
  authenticate: (request: CallRequest) => Promise<ServiceAccount>
  /** The same without counting or recording, for the audit line of a refusal. */
  find: (request: CallRequest) => Promise<ServiceAccount | null>
}

/** Authenticates programs by the key of a service account in `Authorization` (ADR 0056). */
export function makeServiceAccounts(deps: Deps): ServiceAccounts {
  const limitAccount = makeGeneralLimit(deps, 'key-requests')
  return {
    hasServiceKey: (request) => keyOf(request)?.startsWith(SERVICE_KEY_PREFIX) === true,
    authenticate: (request) => authenticate(deps, limitAccount, request),
    find: async (request) => {
      const row = await read(deps, request)
      return row === null || row.refusal !== null ? null : accountOf(row)
    },
  }
}

const keyOf = ({ headers: { authorization } }: Pick<CallRequest, 'headers'>) =>
  BEARER.exec(String(authorization ?? ''))?.[1]

const accountOf = ({ _id, keyId, name, permissions }: Row): ServiceAccount => ({
  ...{ kind: 'service-account', since: null, userId: _id, sessionId: null, keyId, name, permissions },
})

/** @throws AppError not_signed_in with one text for all reasons; too_many_attempts */
async function authenticate(deps: Deps, limitAccount: GeneralLimit, request: CallRequest): Promise<ServiceAccount> {
  const row = await read(deps, request)
  if (row === null || row.refusal !== null) return refuse(deps, row, request)
  await limitAccount(row._id)
  if (row.isStale) await noteUse(deps, row.keyId, addressOf(request))
  return accountOf(row)
}

async function read({ db }: Pick<Deps, 'db'>, request: CallRequest): Promise<Row | null> {
  const key = keyOf(request)
  if (key === undefined || !isServiceKey(key)) return null
  const values = [secretHash(key), addressOf(request)]
  const { rows } = await db.execute<Row>({ name: 'read-service-key', isLookUp: true, text: READ, values })
  return rows[0] ?? null
}

/** The whole address, mapped IPv4 unwrapped, without a zone, which PostgreSQL does not read; `null` matches no network. */
function addressOf({ ip }: Pick<CallRequest, 'ip'>): string | null {
  const address = withoutZone(ip)
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : null
}

/**
 * The key was compared before this attempt is counted, so that nobody who guesses keeps a right key out. The reason is
 * recorded, but the caller does not learn it: the key may have been found.
 */
async function refuse(deps: Deps, row: Row | null, { ip }: CallRequest): Promise<never> {
  const address = canonicalAddress(ip)
  await countAttempt(deps, [{ bucket: 'key-failures', of: address }])
  const reason: Refusal = row?.refusal ?? 'unknown'
  await recordOnce(deps, [row?.keyId ?? '', reason, address], HOUR_SECONDS, {
    event: 'serviceAccounts.key-refused',
    ...(row !== null && { subjectId: row._id }),
    ip: address,
    detail: { ...(row !== null && { name: row.name }), reason },
  })
  throw new AppError('not_signed_in', { msg: KEY_REFUSED })
}

/** Written at most once a minute, also by simultaneous requests on several servers. */
async function noteUse({ db }: Pick<Deps, 'db'>, keyId: string, address: string | null): Promise<void> {
  await db.execute(sql`
    update service_account_keys set last_used_at = now(), last_used_from = ${address}
    where id = ${keyId} and (last_used_at is null or last_used_at < now() - interval '1 minute')`)
}
