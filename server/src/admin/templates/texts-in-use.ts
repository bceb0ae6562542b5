import { listTextsInUse, readTextInUse, type TemplateInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { builtInSource } from '../../notifications/built-in-source.ts'
import { type Template, templatesFor } from '../../notifications/choose-template.ts'
import { sampleValues } from '../../notifications/sample-values.ts'
import { textsInUse } from '../../notifications/texts-in-use.ts'

/** The current text of each message: a template or the built-in text. */
export function serveTextsInUse(app: FastifyInstance, deps: Deps) {
  route(app, listTextsInUse, async ({ input: { channel, applicationId = null, clientId = null } }) => {
    const texts = await textsInUse(deps.db, channel, { applicationId, clientId })
    return texts.map((text) => ({ ...text, template: shown(text.template) }))
  })

  route(app, readTextInUse, async ({ input }) => readText(deps, input))
}

type Answer = Output<typeof readTextInUse>

async function readText(
  deps: Deps,
  { channel, notice, language, ...about }: Input<typeof readTextInUse>,
): Promise<Answer> {
  const scope = { applicationId: about.applicationId ?? null, clientId: about.clientId ?? null }
  const [values, [template = null]] = await Promise.all([
    sampleValues(deps, { name: notice, scope, language }),
    templatesFor(deps.db, { channel, notice, language, scope }),
  ])
  const source = builtInSource(channel, notice, language)
  const compose = (chosen: Template | null) =>
    deps.templates.compose({ channel, what: { notice, language, values, template: chosen } })
  const [inUse, builtIn] = await Promise.all([
    template === null && source === null ? null : asSent(compose(template)),
    source === null ? null : compose(null),
  ])
  return { inUse, builtIn: source && builtIn && { ...source, rendered: builtIn.rendered } }
}

/** The message as sent. If the template cannot be sent and there is no built-in text, only the reason. */
async function asSent(made: ReturnType<Deps['templates']['compose']>): Promise<Answer['inUse']> {
  try {
    const { used, rendered, remark } = await made
    return { template: shown(used), rendered, remark }
  } catch (error) {
    if (error instanceof AppError) throw error
    return { template: null, rendered: null, remark: (error as Error).message }
  }
}

function shown(template: Template | null): TemplateInUse | null {
  if (template === null) return null
  const { id, applicationName, clientName, language } = template
  return { _id: id, application: applicationName, client: clientName, language }
}
