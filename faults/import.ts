import { IMPORT_COLUMNS, importFile, type Job, readJob, runImport } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { expect } from 'vitest'
import type { Running } from '../server/test/processes.ts'

const row = (number: number) => `Meera,Nair,meera${number}@example.com,${8_100_000_000 + number},meera${number},ACTIVE`

/** Uploads a sheet of new people; returns its job once the dry run has checked it. */
export async function checkImport(server: Running, token: string, people: number): Promise<string> {
  const authorization = `Bearer ${token}`
  const body = new FormData()
  const lines = [IMPORT_COLUMNS.users.join(','), ...Array.from({ length: people }, (_, index) => row(index))]
  body.append(importFile.field, new Blob([lines.join('\r\n')]), 'people.csv')
  const answer = await fetch(`${server.origin}${importFile.path}?kind=users`, {
    ...{ method: 'POST', body, headers: { authorization } },
  })
  const { data, msg } = (await answer.json()) as { data: Job | null; msg: string }
  if (data === null) throw new Error(`import answered ${answer.status}: ${msg}`)
  const state = async () => (await jobAt(server, token, data._id)).state
  await expect.poll(state, { timeout: 120_000 }).toBe('checked')
  return data._id
}

export async function startImport(server: Running, token: string, id: string) {
  const { code, msg } = await server.call(runImport, { id }, { authorization: `Bearer ${token}` })
  if (code !== 200) throw new Error(`run answered ${code}: ${msg}`)
}

export async function jobAt(server: Running, token: string, id: string): Promise<Job> {
  return (await server.call(readJob, { id }, { authorization: `Bearer ${token}` })).data.job
}
