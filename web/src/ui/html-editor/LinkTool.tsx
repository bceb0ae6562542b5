import type { Editor } from '@tiptap/react'
import { Link2 } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../Button.tsx'
import { TextField } from '../TextField.tsx'

/** Makes a link of what is selected, or changes the one at the cursor. */
export function LinkTool({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const [address, setAddress] = useState<string | null>(null)
  if (address === null)
    return (
      <Button variant="quiet" onClick={() => setAddress(String(editor.getAttributes('link').href ?? ''))}>
        <Link2 size={16} aria-hidden />
        {t('Link')}
      </Button>
    )
  const href = address.trim()

  function handleSet() {
    const chain = editor.chain().focus().extendMarkRange('link')
    if (href === '') chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    setAddress(null)
  }
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The form and the dialog around it are not meant.
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Enter') handleSet()
    else setAddress(null)
  }

  return (
    <div className="write-link">
      <TextField
        label={t('Link address')}
        hint={t('https://…, mailto:… or {{link}}. Leave empty to remove the link.', { link: '{{ link }}' })}
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={handleKeyDown}
        autoFocus
      />
      <Button variant="neutral" onClick={handleSet}>
        {t('Set link')}
      </Button>
      <Button variant="quiet" onClick={() => setAddress(null)}>
        {t('Cancel')}
      </Button>
    </div>
  )
}
