import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

type MarkedText = { text: string; message: string }

const key = new PluginKey<readonly MarkedText[]>('marked')

/** Underlines texts wherever they stand. */
export const Markings = Extension.create({
  name: 'markings',
  addProseMirrorPlugins: () => [
    new Plugin<readonly MarkedText[]>({
      key,
      state: { init: () => [], apply: (tr, before) => tr.getMeta(key) ?? before },
      props: {
        decorations: (state) => DecorationSet.create(state.doc, decorationsOf(state.doc, key.getState(state) ?? [])),
      },
    }),
  ],
})

export function showMarked(view: EditorView, marked: readonly MarkedText[]) {
  view.dispatch(view.state.tr.setMeta(key, marked).setMeta('addToHistory', false))
}

function decorationsOf(doc: Node, marked: readonly MarkedText[]): Decoration[] {
  const found: Decoration[] = []
  doc.descendants((node, position) => {
    for (const { text, message } of marked) {
      const content = node.text ?? ''
      for (let at = content.indexOf(text); at !== -1; at = content.indexOf(text, at + text.length)) {
        const from = position + at
        if (isWhole(content, at, text.length))
          found.push(Decoration.inline(from, from + text.length, { class: 'write-marked', title: message }))
      }
    }
  })
  return found
}

/** Not a part of a longer word. */
const isWhole = (content: string, at: number, length: number) =>
  [at, at + length].every((edge) => !/^\w\w$/.test(content.slice(edge - 1, edge + 1)))
