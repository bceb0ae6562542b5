import { type Extensions, getSchema } from '@tiptap/core'
import { DOMSerializer, DOMParser as DocumentReader, type Node } from '@tiptap/pm/model'
import { StarterKit } from '@tiptap/starter-kit'
import { inertDocument } from '../inert-document.ts'
import { Markings } from './write-marks.ts'

/** What can be written: paragraphs, headings, lists, quotes, links, emphasis. It adds nothing that was not there. */
export const EXTENSIONS: Extensions = [
  Markings,
  StarterKit.configure({
    trailingNode: false,
    link: { openOnClick: false, autolink: false, HTMLAttributes: { target: null, rel: null, class: null } },
  }),
]

const schema = getSchema(EXTENSIONS)

/** The document that the writing view makes of HTML; it may have lost something, see `isKept`. */
export function readHtml(html: string): Node {
  return DocumentReader.fromSchema(schema).parse(inertDocument(html).body)
}

/** Whether HTML comes out of the writing view as it went in, but for white space that nobody sees. */
export function isKept(html: string): boolean {
  const before = inertDocument(html)
  const after = inertDocument('')
  DOMSerializer.fromSchema(schema).serializeFragment(readHtml(html).content, { document: after }, after.body)
  return tidy(before.body).isEqualNode(tidy(after.body))
}

const LINES = 'p, h1, h2, h3, h4, h5, h6'
const CONTAINERS = 'body, ul, ol, li, blockquote'

/** Takes away the white space between blocks and at the ends of lines, and makes one space of several. */
function tidy(root: Element): Element {
  root.normalize()
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const empty: Text[] = []
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    if (text.parentElement?.closest('pre')) continue
    text.data = text.data.replace(/[ \t\n\r\f]+/g, ' ')
    if (text.parentElement?.matches(LINES) && !text.previousSibling) text.data = text.data.trimStart()
    if (text.parentElement?.matches(LINES) && !text.nextSibling) text.data = text.data.trimEnd()
    if (text.data === '' || (text.data === ' ' && text.parentElement?.matches(CONTAINERS))) empty.push(text)
  }
  for (const text of empty) text.remove()
  return root
}
