import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const ROOT = join(import.meta.dirname, '../..')

/** What the pages without a session are made of: signing in, registering, leaving, and what the server answers there. */
const FIRST_SOURCES = [
  /^web\/src\/(signin|session|i18n)\/(?!acting-)/,
  /^web\/src\/factors\/ceremony\.ts$/,
  /^web\/src\/ui\/(?!html-editor\/|table\/|(DataTable|SelectRow|Pagination|RowMenu|ChoiceFilter|HtmlFrame|(Image|File|Tags)Field|MultiSelect|Combobox|ComboboxPopup|OptionsStatus|DecisionFacts|use-failed-choices)\.)/,
  /^web\/src\/launcher\/(AppAuth|Logout|SignOut|Notified)/,
  /^web\/src\/shell\/(CardLayout|FailedPage|NotFoundPage|use-)/,
  /^web\/src\/[\w-]+\.tsx?$/,
  /^contract\/src\/(?!admin\/|access-requests|signed-in-errors|notice\.|pages\.|uploads|acting|owned-requests|stand-ins|reviews|review-|own-|[\w-]*notices|nearest|sms-|dlt|template-problems|factors\/(passkeys|authenticators)|permissions|decided|webhook|limits|regions|approval)/,
]

type Texts = Record<string, string>

/** The texts of a language that pages without a session can show, and all others. */
export function partsOf(all: Texts): { first: Texts; rest: Texts } {
  const sources = ['web/src', 'contract/src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const code = sources
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && FIRST_SOURCES.some((pattern) => pattern.test(file)))
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n')
  const isFirst = ([key]: [string, string]) => {
    const text = key.replace(/_(one|other)$/, '')
    return code.includes(`'${text.replaceAll("'", "\\'")}'`) || code.includes(`"${text}"`)
  }
  const entries = Object.entries(all)
  return {
    first: Object.fromEntries(entries.filter(isFirst)),
    rest: Object.fromEntries(entries.filter((entry) => !isFirst(entry))),
  }
}

/** Gives the texts of a language in two parts, so that a first visit to the sign-in page loads no text of the console. */
export const languageParts: Plugin = {
  name: 'language-parts',
  enforce: 'pre',
  load(id) {
    const [, file, part] = /^(.*\/i18n\/\w+\.json)\?part=(first|rest)$/.exec(id) ?? []
    if (file === undefined) return null
    this.addWatchFile(file)
    const parts = partsOf(JSON.parse(readFileSync(file, 'utf8')))
    return `export const texts = ${JSON.stringify(part === 'first' ? parts.first : parts.rest)}`
  },
}
