import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorHandle } from '../../ui/html-editor/editor-handle.ts'
import { HtmlEditor } from '../../ui/html-editor/HtmlEditor.tsx'
import type { FieldInputProps } from '../fields/field.ts'
import { useControlledField } from '../fields/use-controlled-field.ts'
import { MailPreview } from './MailPreview.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useProblems } from './problems.ts'
import './template-field.css'
import { useTemplatePreview } from './use-template-preview.ts'
import { VariablesPanel } from './VariablesPanel.tsx'

/** The HTML of an email, judged and shown while it is written. */
export function HtmlTemplateInput(props: FieldInputProps) {
  const { t } = useTranslation()
  const { error, ...field } = useControlledField<string>(props)
  const preview = useTemplatePreview('email')
  const problems = useProblems(preview.data, 'Template')
  const editor = useRef<EditorHandle>(null)
  return (
    <div className="template-field">
      <HtmlEditor
        {...field}
        error={problems.length > 0 ? undefined : error}
        editor={editor}
        problem={problems[0]?.message}
        marked={problems}
        preview={
          <>
            <MailPreview title={t('Preview')} preview={preview} />
            <ProblemList problems={problems} />
          </>
        }
        tools={
          <>
            <ProblemList problems={problems} />
            <VariablesPanel onInsert={(text) => editor.current?.insert(text)} />
          </>
        }
      />
    </div>
  )
}
