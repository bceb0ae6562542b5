import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Locator } from '@playwright/test'
import { escaped } from './console.ts'

/** Each text of the screens in Hindi, by the English one. */
export const hindi: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../web/src/i18n/hi.json'), 'utf8'),
)

const PLACEHOLDER = /{{\w+}}/
const WORDS_MIN = 3

/**
 * The English texts of the screens that differ in Hindi, with placeholders for values. One with few words beside its
 * placeholders, such as "{{from}} to {{to}}", could be a sentence of a record.
 */
const ENGLISH = Object.entries(hindi)
  .filter(([english, text]) => english !== text)
  .map(([english]) => english.replace(/_(one|other)$/, '').split(PLACEHOLDER))
  .filter((parts) => (parts.join(' ').match(/[a-z]{2,}/gi)?.length ?? 0) >= (parts.length > 1 ? WORDS_MIN : 1))
  .map((parts) => new RegExp(`^${parts.map(escaped).join('.+')}$`))

/**
 * The texts of an element, and those of its labels and hints, that are English texts of the portal. Those of records stay as
 * they are: `data` names them.
 */
export async function englishIn(element: Locator, data: readonly string[]): Promise<string[]> {
  const said = await element.evaluate((root) => {
    const attributes = [...root.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((one) =>
      ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name) ?? ''),
    )
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) attributes.push(texts.currentNode.textContent ?? '')
    return attributes.map((text) => text.trim()).filter((text) => text !== '')
  })
  expect(said.length).toBeGreaterThan(0)
  const ours = said.map((text) => data.reduce((rest, name) => rest.replaceAll(name, '…'), text))
  return ours.filter((text) => ENGLISH.some((known) => known.test(text)))
}
