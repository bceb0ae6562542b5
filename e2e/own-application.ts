import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Console } from './console.ts'

/** A received request. */
type Received = { method: string; target: string; contentType: string | null; body: string }

/** An application on this machine that answers every request; `heard` holds the methods and paths. */
export async function startOwnApplication() {
  const heard: string[] = []
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request.setEncoding('utf8')) body += part
    const { method = '', url: target = '', headers } = request
    received.push({ method, target, contentType: headers['content-type'] ?? null, body })
    heard.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>An application</title><h1>An application</h1>')
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { heard, received, origin: `http://localhost:${(server.address() as AddressInfo).port}`, close }
}

/** Registers an application and assigns it to a person, for one client. */
export async function assign(
  admin: Console,
  person: { email: string },
  description: string,
  redirect: string,
  fields: object,
) {
  const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    name: { description },
    applicationRedirectUrl: redirect,
    // Each application has its own.
    applicationAllowedUrl: redirect && new URL(`/${encodeURIComponent(description)}`, redirect).href,
    ...fields,
  })
  await assignTo(admin, person, _id)
}

/** Assigns an application to a person, for one client. */
export async function assignTo(admin: Console, person: { email: string }, applicationId: string) {
  const people = await admin.list<{ _id: string; email: string }>('/api/users/listAllActiveUser')
  const clients = await admin.list<{ _id: string }>('/api/client/getAllClient')
  await admin.call('/api/users/addUserApplicationClinetRole', {
    userId: people.find(({ email }) => email === person.email)?._id,
    applicationId,
    clientId: clients[0]?._id,
    role: 'User',
  })
}
