import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** An empty folder for the tests of a file, which is removed after them. Called outside of tests. */
export function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes secrets to files of their own, readable by their owner alone unless said otherwise. Called outside of tests. */
export function useSecretFiles(): (secret: string, mode?: number) => string {
  const folder = aFolder()
  let count = 0
  return (secret, mode = 0o600) => {
    const file = join(folder, `secret-${++count}`)
    writeFileSync(file, secret, { mode })
    chmodSync(file, mode)
    return file
  }
}
