import { type MessageLanguage, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import type { Liquid, Template as Parsed } from 'liquidjs'
import { builtInSource } from './built-in-source.ts'
import { BUILT_IN } from './built-in-texts.ts'
import type { Template } from './choose-template.ts'
import type { Channel } from './gateways.ts'
import { templateEngine } from './liquid.ts'
import { ADDRESSES } from './mail-html.ts'
import { plainText } from './plain-text.ts'
import { samplesOf, type Values } from './values.ts'

export type Rendered = { subject: string; text: string; html: string }
export type Words = Pick<Rendered, 'subject' | 'text'>

type What = { notice: NoticeName; language: MessageLanguage; values: Values; template: Template | null }

/** @throws Error for an SMS that has neither a template nor a built-in text, or a template whose values are missing */
export async function render(channel: Channel, what: What): Promise<Rendered> {
  const { notice, language, values, template } = what
  if (template !== null) return renderTemplate(channel, template, values)
  if (channel === 'email') return renderBuiltIn(what)
  const { sms } = BUILT_IN[language][notice]
  if (sms === undefined) throw new Error('there is no text for it')
  return { subject: '', text: renderText(sms, values), html: '' }
}

/** @throws LiquidError when it is not valid Liquid, or a value is missing */
export async function renderTemplate(
  channel: Channel,
  { subject, body }: Pick<Template, 'subject' | 'body'>,
  values: Values,
): Promise<Rendered> {
  if (channel === 'sms') return { subject: '', text: renderText(body, values).trim(), html: '' }
  const html = renderHtml(withEncodedAddresses(body), values)
  return { subject: oneLine(renderText(subject, values)), text: await plainText(html), html }
}

/** A text, or the HTML of an email, filled with sample values. */
export function renderSample(templateName: string, source: string, as: 'text' | 'html' = 'text'): string {
  const values = samplesOf(templateName)
  return as === 'text' ? renderText(source, values) : renderHtml(withEncodedAddresses(source), values)
}

/** The subject and the text of a message, for administrators who look at what was sent. */
export async function renderWords(channel: Channel, what: What): Promise<Words> {
  return what.template === null && channel === 'email' ? builtInWords(what) : render(channel, what)
}

function renderBuiltIn(what: What): Rendered {
  const { body } = mailSource(what)
  return { ...builtInWords(what), html: renderHtml(body, what.values) }
}

function builtInWords(what: What): Words {
  const { subject, words } = mailSource(what)
  return { subject: oneLine(renderText(subject, what.values)), text: renderText(words, what.values) }
}

type MailSource = { subject: string; words: string; body: string }
/** Made once for each language and notice. */
const mailSources = new Map<string, MailSource>()

function mailSource({ notice, language }: Pick<What, 'notice' | 'language'>): MailSource {
  const name = `${language} ${notice}`
  const source = mailSources.get(name) ?? makeMailSource(notice, language)
  mailSources.set(name, source)
  return source
}

function makeMailSource(notice: NoticeName, language: MessageLanguage): MailSource {
  const { subject, paragraphs } = BUILT_IN[language][notice]
  const source = builtInSource('email', notice, language)
  if (source === null || subject === undefined) throw new Error('it goes by SMS only')
  const { needs } = NOTICES[notice]
  const [greeting, point, ...rest] = paragraphs
  const highlight = needs === null ? [] : [`{{ ${needs} }}`]
  return { ...source, words: [greeting, point, ...highlight, ...rest].join('\n\n') }
}

/** A line break in a name must not start a new mail header. */
const oneLine = (subject: string) => subject.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const ADDRESS = new RegExp(`(\\s(?:${ADDRESSES.join('|')})\\s*=\\s*)("[^"]*"|'[^']*')`, 'gi')

/** Encodes every value inside an address, also in old templates: a value cannot add a parameter or a path. */
function withEncodedAddresses(body: string): string {
  return body.replace(ADDRESS, (_, attribute: string, address: string) => {
    const encoded = address.replace(/\{\{-?([^{}]*?)-?\}\}/g, (variable, shown: string, at: number) =>
      at === 1 ? variable : `{{ ${shown} | ${IN_ADDRESS} }}`,
    )
    return attribute + encoded
  })
}

const IN_ADDRESS = 'in_address'
const html = templateEngine({ outputEscape: 'escape' })
html.registerFilter(IN_ADDRESS, (value: unknown) => encodeURIComponent(String(value)))
const renderHtml = renderer(html)
const renderText = renderer(templateEngine())

const PARSED_MAX = 200

/** Texts are few and seldom change, so each is parsed once. */
function renderer(engine: Liquid): (text: string, values: Values) => string {
  const parsed = new Map<string, Parsed[]>()
  return (text, values) => {
    const ready = parsed.get(text) ?? engine.parse(text)
    if (parsed.size >= PARSED_MAX) parsed.clear()
    parsed.set(text, ready)
    return String(engine.renderSync(ready, values))
  }
}
