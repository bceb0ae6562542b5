import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { answerApproval } from '@gatehouse/client/express.ts'
import { connect } from '@gatehouse/client/index.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import express from 'express'
import { build } from 'vite'
import { expect, test } from '../console.ts'

const FIND = `
  select a.user_id as person, a.client_id as client, a.application_id as application, r.range_to / 100 as "limit"
  from assignments a join application_roles r on r.application_id = a.application_id and r.client_id = a.client_id and r.name = a.role
  join users u on u.id = a.user_id and u.is_active and u.deleted_at is null
  where r.role_id = 'EC-ACME-02' limit 1`

test('a page in React shows the buttons of what the portal allows, and asks again', async ({
  admin,
  page,
  product,
  problems,
}) => {
  const [found] = await query<Record<'person' | 'client' | 'application' | 'limit', string>>(product.dataDir, FIND)
  const { person, client, application, limit } = found as NonNullable<typeof found>
  const asked = { applicationId: application, name: 'React' }
  const { secret } = await admin.call<{ secret: string }>('/api/application/addSecret', asked)
  const own = connect({ portal: product.baseURL, applicationId: application, applicationSecret: secret })
  const away = connect({ portal: 'http://127.0.0.1:9', applicationId: application, applicationSecret: secret })
  const amounts: Record<string, number> = { small: 1000, large: Number(limit) + 1 }
  const question = (claim: string) => ({
    ...{ person, client, page: 'Settlement', action: 'Approval' as const, amount: amounts[claim] ?? 1 },
    ...{ region: 'IN-KL', createdBy: null },
  })

  const app = express()
  app.get(
    '/may/away',
    answerApproval(away, () => question('away')),
  )
  app.get(
    '/may/:claim',
    answerApproval(own, ({ params }: express.Request) => question(String(params.claim))),
  )
  app.get('/page.js', async (_request, response) => response.type('js').send(await bundled()))
  app.get('/', (_request, response) =>
    response.send('<!doctype html><title>Claims</title><body><script type="module" src="/page.js"></script>'),
  )
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')

  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await expect(page.getByRole('button', { name: 'Approve small' })).toBeVisible()
  await expect(page.getByText('Nothing to do for large')).toBeVisible()
  await expect(page.getByText('Nothing to do for away')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(1)
  await expect(page.getByText('denied: amount-above-limit')).toBeVisible()
  amounts.large = 2000
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expect(page.getByText('allowed: row-allows')).toBeVisible()
  server.close()
  problems.length = 0
})

/** The page as one script. */
async function bundled(): Promise<string> {
  const result = await build({
    ...{ configFile: false, logLevel: 'silent', define: { 'process.env.NODE_ENV': '"production"' } },
    build: { write: false, lib: { entry: join(import.meta.dirname, '../claim-buttons.ts'), formats: ['es'] } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (output === undefined || !('output' in output)) throw new Error('nothing was built')
  return output.output[0].code
}
