import { isOwnDomain } from '@gatehouse/contract/factors/own-domain.ts'
import { canHavePasskeys, relyingPartyOf } from '../../factors/relying-party.ts'
import { RELATED_ORIGINS_PATH } from '../../http/related-origins.ts'
import { requestWithHeaders } from '../../outbound/request-outbound.ts'
import { type Finding, fault, ok, type Patient, reasonOf, warning } from './finding.ts'
import { judgeRelatedOrigins } from './judge-related-origins.ts'

/** To whom passkeys belong, and whether browsers may use them at the address of the portal. */
export async function checkPasskeys({ config }: Patient): Promise<Finding[]> {
  const { id, origin } = relyingPartyOf(config)
  if (!canHavePasskeys(config))
    return [
      warning(
        'passkeys',
        'Browsers make none at an IP address.',
        'Give the portal a host name, and set PUBLIC_URL to it.',
      ),
    ]
  if (isOwnDomain(id, config.publicUrl.hostname)) return [ok('passkeys', `They belong to ${id}.`)]
  const url = `https://${id}${RELATED_ORIGINS_PATH}`
  try {
    const call = { method: 'GET', url, headers: {}, body: null } as const
    const { outboundCa } = config
    return [judgeRelatedOrigins(await requestWithHeaders(call, { outboundAllow: [id], outboundCa }), url, origin)]
  } catch (error) {
    const mend = `Let ${id} serve this file, with the content {"origins":["${origin}"]}.`
    return [
      fault('passkeys', `They belong to ${id}, and ${url} cannot be reached from here: ${reasonOf(error)}.`, mend),
    ]
  }
}
