import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'
import type { Marked } from './editor-handle.ts'

/** Replaces the marked problems. */
export const setMarked = StateEffect.define<readonly Marked[]>()

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, newDoc }) {
    const update = effects.find((effect) => effect.is(setMarked))
    if (update === undefined) return before.map(changes)
    const places = (update.value as readonly Marked[]).filter(({ from, to }) => from < to && to <= newDoc.length)
    return Decoration.set(
      places.map(({ from, to, message }) =>
        Decoration.mark({ class: 'cm-marked', attributes: { title: message } }).range(from, to),
      ),
      true,
    )
  },
  provide: (self) => EditorView.decorations.from(self),
})

/** Underlines places, with what is wrong there as their title; they move along while somebody types. */
export const markings = [
  field,
  EditorView.theme({
    '.cm-marked': {
      textDecoration: 'underline wavy 1px var(--error)',
      textDecorationSkipInk: 'none',
      textUnderlineOffset: '4px',
      backgroundColor: 'var(--error-soft)',
      borderRadius: '3px',
    },
  }),
]
