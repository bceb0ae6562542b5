import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

// Custom properties reach into the shadow tree, so both themes need no more than this.

/** The colours of the language. */
export const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--primary)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--info)' },
  { tag: [tags.attributeValue, tags.string, tags.number, tags.color], color: 'var(--success)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--text-3)' },
  { tag: [tags.keyword, tags.character], color: 'var(--warning)' },
])

/** The look of the editor itself. */
export const looks = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: '13px', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    minHeight: '220px',
    maxHeight: '50dvh',
    overflow: 'auto',
    fontFamily: 'var(--mono)',
    lineHeight: '20px',
  },
  '.cm-content': { padding: '12px 0', caretColor: 'var(--primary)' },
  '.cm-gutters': { border: '0', backgroundColor: 'transparent', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 12px 0 8px' },
})
