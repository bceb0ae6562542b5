import { previewTemplate } from '@gatehouse/contract/admin/template-work.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { samplesOf } from '../notifications/values.ts'

/** How a template reads while it is written. */
export function servePreviewTemplate(app: FastifyInstance, { config, templates }: Deps) {
  route(app, previewTemplate, async ({ input }) =>
    templates.preview({ written: input, values: samplesOf(input.name, config) }),
  )
}
