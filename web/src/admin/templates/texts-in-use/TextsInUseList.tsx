import type { TextInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import { NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../i18n/start-i18n.ts'

type Props = { texts: readonly TextInUse[]; chosen: NoticeName | null; onChoose: (notice: NoticeName) => void }

/** The messages, each with the source of its text. */
export function TextsInUseList({ texts, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const notices = [...new Set(texts.map(({ notice }) => notice))]
  return (
    <ul className="message-texts-list">
      {notices.map((notice) => {
        const sources = texts.filter((text) => text.notice === notice)
        return (
          <li key={notice}>
            <button
              type="button"
              aria-current={notice === chosen || undefined}
              data-own={sources.some(({ template }) => template !== null) || undefined}
              onClick={() => onChoose(notice)}
            >
              <span>{t(NOTICES[notice].title)}</span>
              <small>
                {sourcesOf(sources)
                  .map(({ label, language }) => t(label, { language }))
                  .join(' · ')}
              </small>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** One line if all languages have the same source. */
function sourcesOf(texts: readonly TextInUse[]) {
  const [first, ...others] = texts.map(sourceOf)
  if (first === undefined) return []
  if (others.every((other) => other === first)) return [{ label: first, language: '' }]
  return texts.map((text) => {
    const language = LANGUAGES.find(({ code }) => code === text.language)?.name ?? ''
    return { label: IN_LANGUAGE[sourceOf(text)], language }
  })
}

const sourceOf = ({ template, hasBuiltIn }: TextInUse) => {
  if (template !== null) return 'Own template'
  return hasBuiltIn ? 'Built-in text' : 'Not sent'
}

const IN_LANGUAGE = {
  'Own template': '{{language}}: own template',
  'Built-in text': '{{language}}: built-in text',
  'Not sent': '{{language}}: not sent',
} as const
