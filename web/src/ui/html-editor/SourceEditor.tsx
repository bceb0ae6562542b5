import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { html } from '@codemirror/lang-html'
import { syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle, Marked } from './editor-handle.ts'
import './source-editor.css'
import { colours, looks } from './source-looks.ts'
import { markings, setMarked } from './source-marks.ts'

type Props = {
  label: string
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  required: boolean | undefined
  error: string | undefined
  marked: readonly Marked[]
  editor?: Ref<EditorHandle> | undefined
}

/** HTML as it is written. In a shadow tree, where its styles are adopted sheets that the page's policy allows. */
export function SourceEditor({ label, value, onChange, onBlur, required, error, marked, editor }: Props) {
  const { t } = useTranslation()
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const said = useRef(value)
  // No id of the page reaches into the shadow tree: the message itself goes in.
  const wrong = error && t(error)
  const latest = useRef({ onChange, onBlur, wrong })
  latest.current = { onChange, onBlur, wrong }

  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open', delegatesFocus: true })
    const created = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: said.current,
        extensions: [
          lineNumbers(),
          history(),
          html({ autoCloseTags: true }),
          syntaxHighlighting(colours),
          looks,
          markings,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of(() => ({
            'aria-label': label,
            'aria-required': String(required ?? false),
            'aria-invalid': String(latest.current.wrong !== undefined),
            'aria-description': latest.current.wrong ?? '',
          })),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorView.domEventHandlers({ blur: () => latest.current.onBlur() }),
          EditorView.updateListener.of((update) => {
            if (!update.docChanged) return
            said.current = update.state.doc.toString()
            latest.current.onChange(said.current)
          }),
        ],
      }),
    })
    view.current = created
    return () => created.destroy()
  }, [label, required])

  // The form has got another value from elsewhere.
  useEffect(() => {
    if (value === said.current) return
    said.current = value
    view.current?.dispatch({ changes: { from: 0, to: view.current.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: setMarked.of(marked) })
  }, [marked])

  useImperativeHandle(editor, () => ({
    insert: (text) => {
      view.current?.dispatch(view.current.state.replaceSelection(text))
      view.current?.focus()
    },
  }))

  // The attributes are asked for at every update.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what they say has changed
  useEffect(() => view.current?.dispatch({}), [wrong])

  return <div ref={host} className="control source-editor" />
}
