import { dirname, join } from 'node:path'
import { type Found, findPackages } from './debian.ts'
import { type Running, runCommand } from './programs.ts'
import { type Registered, toEnvironment } from './registration.ts'

const PACKAGES = ['authlib', 'requests'].map((name) => join('usr/lib/python3/dist-packages', name))
/** Debian's own Python, for which Debian's packages are made. */
const PYTHON = '/usr/bin/python3'

/** @throws Error with the reason if Authlib for Python is not available */
export const findAuthlib = (): Found => findPackages(['python3-authlib', 'python3-requests'], [PYTHON, ...PACKAGES])

/** An application with Authlib, run by the Python of this machine. */
export function startAuthlibApp(
  { path, libraries }: Found,
  portal: string,
  registered: Registered,
  port: number,
): Promise<Running> {
  const app = join(import.meta.dirname, 'authlib-app.py')
  return runCommand(['setpriv', '--pdeathsig', 'TERM', PYTHON, app], port, {
    ...toEnvironment(registered),
    PORTAL: portal,
    PYTHONPATH: PACKAGES.map((name) => dirname(path(name))).join(':'),
    LD_LIBRARY_PATH: libraries,
    // Only a portal on this machine may be used without https.
    AUTHLIB_INSECURE_TRANSPORT: '1',
  })
}
