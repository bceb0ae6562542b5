import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { LaunchOptions } from '@playwright/test'

const modules = join(import.meta.dirname, '..', 'node_modules')
const carrier = join(modules, '@sparticuz', 'chromium')

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * How Playwright starts its browser: the one named by `CHROMIUM_PATH`, else the packaged one with its libraries (Linux
 * on x64 only), else an installed one. Nothing is downloaded.
 *
 * @throws if there is none
 */
export function launchOptions(): LaunchOptions {
  return {
    ...browser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Test pages are too short-lived to benefit from the last compilation of their functions.
      '--js-flags=--no-opt',
    ],
  }
}

function browser(): LaunchOptions {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`)
    return { executablePath: chosen }
  }
  if (process.platform === 'linux' && process.arch === 'x64') return packaged()
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return { executablePath: installed }
  throw new Error(
    `The browser tests need Chromium, and none comes for ${process.platform}-${process.arch}: install it and set CHROMIUM_PATH to its program.`,
  )
}

function packaged(): LaunchOptions {
  const { version } = JSON.parse(readFileSync(join(carrier, 'package.json'), 'utf8')) as { version: string }
  const folder = join(modules, '.cache', `chromium-${version}`)
  if (!existsSync(folder)) unpackTo(folder)
  const env: Record<string, string> = { LD_LIBRARY_PATH: join(folder, 'lib') }
  // A machine without any fonts renders no text at all.
  if (!existsSync('/etc/fonts/fonts.conf')) env.FONTCONFIG_PATH = folder
  return { executablePath: join(folder, 'chromium'), env: { ...definedEnv(), ...env } }
}

/**
 * Unpacks beside the folder and then renames: a killed run leaves no half browser, and of two runs at the same time one
 * wins.
 */
function unpackTo(folder: string): void {
  const part = `${folder}.${process.pid}`
  rmSync(part, { recursive: true, force: true })
  try {
    mkdirSync(part, { recursive: true })
    writeFileSync(join(part, 'chromium'), unpacked('chromium.br'), { mode: 0o755 })
    for (const archive of ['al2023.tar.br', 'fonts.tar.br']) {
      const { status, error, stderr } = spawnSync('tar', ['-x', '-f', '-', '--no-same-owner', '-C', part], {
        input: unpacked(archive),
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(error?.message ?? stderr)
    }
    if (!existsSync(folder)) renameSync(part, folder)
  } catch (cause) {
    if (existsSync(folder)) return
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The packaged browser could not be unpacked to ${folder} (${reason.trim()}): make room there, or set CHROMIUM_PATH to an installed Chromium.`,
      { cause },
    )
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}

function unpacked(name: string): Buffer {
  return brotliDecompressSync(readFileSync(join(carrier, 'bin', name)))
}

function definedEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
