import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/Button.tsx'
import { ViewsDialog } from './ViewsDialog.tsx'

type Props = { list: string; query: Record<string, string> }

export function ViewsButton({ list, query }: Props) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="neutral" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Bookmark size={16} aria-hidden />
        {t('Views')}
      </Button>
      {isOpen && <ViewsDialog list={list} query={query} onClose={() => setIsOpen(false)} />}
    </>
  )
}
