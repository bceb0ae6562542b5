import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const FORMER = '4f3f962'
const PARTS = ['contract', 'server', 'sample-app', 'web']

/** Without the git history there is no former release to run. */
export const hasHistory = spawnSync('git', ['cat-file', '-e', `${FORMER}^{commit}`], { cwd: ROOT }).status === 0
/** What is missing then. */
export const NO_HISTORY = `A git clone that has commit ${FORMER} is needed.`

/** A folder with the sources of the former release, and the packages of this one. */
export function formerRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-former-'))
  const archive = execFileSync('git', ['archive', FORMER, ...PARTS, 'package.json'], { cwd: ROOT, maxBuffer: 1 << 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@gatehouse'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== '@gatehouse') symlinkSync(join(ROOT, 'node_modules', name), join(modules, name))
  for (const part of PARTS) symlinkSync(join(folder, part), join(modules, '@gatehouse', part))
  return folder
}
