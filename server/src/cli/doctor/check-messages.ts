import { within } from '../../db/within.ts'
import { verifyGateway, verifyOwnMail } from '../../notifications/channels/verify-mail.ts'
import { activeGateways, type EmailGateway, type SmsGateway, unreadableWords } from '../../notifications/gateways.ts'
import { listLaneAlarms } from '../../notifications/lane-alarm.ts'
import { reachHost } from '../../outbound/reach.ts'
import { type Finding, fault, ok, type Patient, reasonOf, warning } from './finding.ts'

/** The limit for one host, which may keep a connection busy without ever finishing its answer. */
const TRY_MS = 20_000

/** Signs in at the deployment's own mail server, and sends nothing. */
export async function checkMail({ config }: Patient): Promise<Finding[]> {
  const { smtpUrl, publicUrl, mailFrom } = config
  if (smtpUrl === null)
    return [ok('mail', 'SMTP_URL is not set: in development, mail goes to the inbox of the portal.')]
  const { host } = new URL(smtpUrl)
  try {
    const isEncrypted = await within(TRY_MS, verifyOwnMail(smtpUrl, publicUrl.hostname, config))
    const sender = /<([^>]*)>/.exec(mailFrom)?.[1] ?? mailFrom
    return [
      isEncrypted
        ? ok('mail', `${host} accepts an encrypted connection and the credentials; mail comes from ${sender}.`)
        : warning(
            'mail',
            `${host} offers no encryption: anyone on the network between can read the codes.`,
            'Use smtps://, or a mail server with STARTTLS.',
          ),
    ]
  } catch (error) {
    const mend = 'Check the host, the port and the credentials of SMTP_URL: without mail nobody can sign in.'
    return [fault('mail', `${host}: ${reasonOf(error)}.`, mend)]
  }
}

/** Connects to the configured gateways, and sends nothing. */
export async function checkGateways({ config, db, keys, withNames }: Patient): Promise<Finding[]> {
  const alarms = await listLaneAlarms(db)
  const failing = alarms.map(({ kind, name, since }) =>
    warning(
      'gateways',
      `${withNames ? name : 'One'} (${kind}) has been failing since ${since}.`,
      'Look at the answers in Messages, and correct it there.',
    ),
  )
  if (keys === null) return failing
  const all = await activeGateways(db, keys.seal)
  const gateways = withNames ? all : all.map((gateway, index) => ({ ...gateway, name: `Gateway ${index + 1}` }))
  const tried = await Promise.all(gateways.map((gateway) => tryGateway(gateway, config)))
  const none = ok('gateways', 'None is configured.')
  return [...failing, ...(tried.length === 0 && failing.length === 0 ? [none] : tried)]
}

async function tryGateway(gateway: EmailGateway | SmsGateway, config: Patient['config']): Promise<Finding> {
  const { name, channel } = gateway
  if (!gateway.isReadable)
    return fault('gateways', `${unreadableWords(name)}.`, 'Enter the secrets again in the console.')
  try {
    const reached =
      gateway.channel === 'sms'
        ? reachHost(gateway.url, config)
        : verifyGateway(gateway, config, config.publicUrl.hostname)
    await within(TRY_MS, reached)
    return ok('gateways', `${name} (${channel}) can be reached.`)
  } catch (error) {
    const mend = 'Correct it in the console, or let the firewall pass connections to it.'
    return fault('gateways', `${name} (${channel}): ${reasonOf(error)}.`, mend)
  }
}
