import { useTranslation } from 'react-i18next'
import './form-sections.css'

type Props = { sections: readonly string[]; idOf: (section: string) => string }

/** Links to the sections of a long form. */
export function FormSections({ sections, idOf }: Props) {
  const { t } = useTranslation()

  function handleJump(section: string) {
    const heading = document.getElementById(idOf(section))
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }

  return (
    <nav className="form-sections" aria-label={t('Sections')}>
      {sections.map((section) => (
        <button key={section} type="button" onClick={() => handleJump(section)}>
          {t(section)}
        </button>
      ))}
    </nav>
  )
}
