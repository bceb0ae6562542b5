import { EditorContent, useEditor } from '@tiptap/react'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '../Alert.tsx'
import { describedBy } from '../Field.tsx'
import type { EditorHandle, Marked } from './editor-handle.ts'
import { LinkTool } from './LinkTool.tsx'
import { lostOf } from './pasted.ts'
import './write-editor.css'
import { showMarked } from './write-marks.ts'
import { EXTENSIONS, readHtml } from './write-schema.ts'

type Props = {
  id: string
  label: string
  value: string
  onChange: (html: string) => void
  onBlur: () => void
  required: boolean | undefined
  error: string | undefined
  hint: string | undefined
  marked: readonly Marked[]
  editor?: Ref<EditorHandle> | undefined
}

/**
 * Writing without a toolbar: the usual shortcuts and Markdown's marks. Begins with `value`, and says nothing until
 * something is changed.
 */
export function WriteEditor({ id, label, value, onChange, onBlur, required, error, hint, marked, ...rest }: Props) {
  const { t } = useTranslation()
  const said = useRef(value)
  const [lost, setLost] = useState<string[]>([])
  // Read by ourselves: the editor would set HTML in ways that the page's policy refuses.
  const [content] = useState(() => readHtml(value).toJSON())
  const editor = useEditor({
    extensions: EXTENSIONS,
    injectCSS: false,
    content,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        'aria-required': String(required ?? false),
        'aria-invalid': String(error !== undefined),
        'aria-describedby': describedBy(id, { error, hint })['aria-describedby'] ?? '',
      },
      transformPastedHTML: (html) => {
        setLost(lostOf(html))
        return html.replace(/([\s"'])style\s*=\s*("[^"]*"|'[^']*')/gi, '$1')
      },
    },
    onBlur,
    onUpdate({ editor }) {
      said.current = editor.isEmpty ? '' : editor.getHTML()
      onChange(said.current)
    },
  })

  // The form has got another value from elsewhere.
  useEffect(() => {
    if (!editor || value === said.current) return
    said.current = value
    editor.commands.setContent(readHtml(value).toJSON(), { emitUpdate: false })
  }, [editor, value])

  // Places in the HTML mean nothing here: what stands there is looked for in the text.
  useEffect(() => {
    if (editor) showMarked(editor.view, marked.filter(isOfText))
  }, [editor, marked])

  useImperativeHandle(rest.editor, () => ({
    insert: (text) => editor?.chain().focus().insertContent({ type: 'text', text }).run(),
  }))

  return (
    <>
      <EditorContent editor={editor} className="control write-editor" />
      {lost.length > 0 && (
        <Alert tone="info">
          {t('Removed from the pasted text: {{what}}. To keep them, paste the source in the HTML tab.', {
            what: lost.map((one) => t(one)).join(', '),
          })}
        </Alert>
      )}
      {editor && <LinkTool editor={editor} />}
      <p className="field-hint write-editor-hint">
        {t('Ctrl B is bold, Ctrl I italic. A line that begins with # is a heading, with - a list, with > a quote.')}
      </p>
    </>
  )
}

const isOfText = ({ text }: Marked) => text !== '' && !/[<>&]/.test(text)
