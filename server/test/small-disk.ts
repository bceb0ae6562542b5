import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Puts a small file system in memory over a folder. @returns why not; `null`: it is there */
export function mountSmall(folder: string, options: string): string | null {
  const { status, error, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  return status === 0 ? null : (error?.message ?? stderr.trim())
}

/** Lazily: a disk in use cannot be taken away otherwise. @returns whether it is gone */
export const unmount = (folder: string): boolean => spawnSync('umount', ['--lazy', folder]).status === 0

/**
 * Whether a test may mount one, found by doing so: even root may not in most containers. Where it may not, the reason is printed.
 *
 * @param left what is not tested then
 */
export function canMountSmall(left: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-mount-'))
  const reason = mountSmall(folder, 'size=1m')
  if (reason === null) unmount(folder)
  else console.warn(`${left} is not tested: no small file system can be mounted (${reason}).`)
  rmSync(folder, { recursive: true })
  return reason === null
}
