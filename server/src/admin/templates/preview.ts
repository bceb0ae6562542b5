import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'
import { sampleValues } from '../../notifications/sample-values.ts'

/** The preview of a template while it is edited. */
export function servePreviewTemplate(app: FastifyInstance, deps: Deps) {
  route(app, previewTemplate, async ({ input: { applicationId = null, clientId = null, language, ...written } }) => {
    const about = { name: written.name, scope: { applicationId, clientId }, language }
    return deps.templates.preview({ written, values: await sampleValues(deps, about) })
  })
}
