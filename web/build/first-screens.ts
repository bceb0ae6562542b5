import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { RECORD_PAGES, SCREENS } from '../src/shell/screens.ts'

const SOURCE = join(import.meta.dirname, '../src')

type Screens = Record<string, string[]>

/** What the launcher is loaded from: the home of most people, where administrators go on from. */
const HOME = ['shell/DashboardLayout.tsx', 'launcher/LauncherPage.tsx']

/** What every other screen behind sign-in needs besides its own module. */
const AREA = ['shell/DashboardLayout.tsx', 'shell/ScreenLayout.tsx']

/** The modules that each screen is loaded from, as the routes name them; of an address with an id, the part before it. */
function readScreens(): Screens {
  const lists = Object.keys(SCREENS).filter((path) => path !== '/app')
  const [ofLists = '', ofRecords = ''] = readFileSync(join(SOURCE, 'routes/dashboard.ts'), 'utf8').split(
    'const RECORDS',
  )
  const entry = /'(\/\w+)': lazyScreen\(\s*\(\) => import\('\.\.\/([^']+)'\)/g
  const pages = Object.fromEntries([...ofLists.matchAll(entry)].map(([, path, module]) => [path, module as string]))
  const records = Object.fromEntries([...ofRecords.matchAll(entry)].map(([, path, module]) => [path, module as string]))
  requireAll(pages, lists)
  requireAll(records, Object.keys(RECORD_PAGES))
  return {
    ...readVisitorScreens(),
    ...Object.fromEntries(['/', '/dashboard', '/dashboard/app'].map((path) => [path, HOME])),
    ...Object.fromEntries(lists.map((path) => [`/dashboard${path}`, [...AREA, pages[path] as string]])),
    ...Object.fromEntries(
      Object.entries(RECORD_PAGES).map(([list, path]) => [`/dashboard${path}`, [...AREA, records[list] as string]]),
    ),
  }
}

function readVisitorScreens(): Screens {
  const routes = readFileSync(join(SOURCE, 'routes.tsx'), 'utf8').split('createRoute({').slice(1)
  const screens = routes.flatMap((route) => {
    const path = /path: '(\/[\w-]+)/.exec(route)?.[1]
    const module = /lazyScreen\(\(\) => import\('\.\/([^']+)'\)/.exec(route)?.[1]
    return path === undefined || module === undefined ? [] : [[path, [module]] as const]
  })
  return Object.fromEntries(screens)
}

/** @throws if the routes are no longer written as this plugin reads them */
function requireAll(found: Record<string, string>, paths: string[]) {
  const missing = paths.filter((path) => found[path] === undefined)
  if (missing.length > 0) throw new Error(`first-screens: no module is named for ${missing.join(', ')}`)
}

/**
 * Writes `first-screens.json`: the files of each screen, which the server has the browser fetch along with the
 * page. Otherwise the browser would learn of them only once the entry script runs.
 */
export const firstScreens: Plugin = {
  name: 'first-screens',
  apply: 'build',
  // Vite has by then removed the chunks that hold styles alone.
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = new Map(Object.values(bundle).map((output) => [output.fileName, output]))
    const loadedBy = (module: string): string => {
      for (const output of chunks.values())
        if (output.type === 'chunk' && output.facadeModuleId?.endsWith(`/web/src/${module}`)) return output.fileName
      throw new Error(`first-screens: ${module} is no chunk of its own`)
    }
    const withImports = (file: string, seen: Set<string>) => {
      const output = chunks.get(file)
      if (seen.has(file) || output?.type !== 'chunk') return seen
      seen.add(file)
      for (const css of output.viteMetadata?.importedCss ?? []) seen.add(css)
      for (const imported of output.imports) withImports(imported, seen)
      return seen
    }
    const entry = [...chunks.values()].find((output) => output.type === 'chunk' && output.isEntry)
    const linked = withImports(entry?.fileName ?? '', new Set())
    const screens = Object.entries(readScreens()).map(([path, modules]) => {
      const files = new Set<string>()
      for (const module of modules) withImports(loadedBy(module), files)
      return [path, [...files].filter((file) => !linked.has(file)).map((file) => `/${file}`)]
    })
    this.emitFile({
      type: 'asset',
      fileName: 'first-screens.json',
      source: JSON.stringify(Object.fromEntries(screens)),
    })
  },
}
