import { coloursOf, isReadable, PORTAL_COLOURS, type Theme } from '@gatehouse/contract/accent.ts'
import type { Branding } from '@gatehouse/contract/branding.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../i18n/start-i18n.ts'
import { BrandHead } from '../../../ui/BrandHead.tsx'
import { BrandHelp } from '../../../ui/BrandHelp.tsx'
import { brandColours } from '../../../ui/brand-colours.ts'
import { SegmentedControl } from '../../../ui/SegmentedControl.tsx'

type Props = { branding: Branding; name: string; logo: string }

/** The sign-in page as it will look, in both themes and on a phone. */
export function BrandingPreview({ branding, name, logo }: Props) {
  const { t, i18n } = useTranslation()
  const [scheme, setScheme] = useState<Theme>('light')
  const [width, setWidth] = useState<'window' | 'phone'>('window')
  const [language, setLanguage] = useState(i18n.language as Language)
  const { accentLight, accentDark, welcome, welcomeHindi, help, helpHindi, contact } = branding
  const shown = {
    ...{ name, logo, contact: contact.trim() },
    welcome: { en: welcome || welcomeHindi, hi: welcomeHindi || welcome },
    help: { en: help || helpHindi, hi: helpHindi || help },
    colours: { light: coloursIn('light', accentLight), dark: coloursIn('dark', accentDark) },
  }

  return (
    <section className="record-card branding-preview" aria-labelledby="branding-preview">
      <h2 id="branding-preview">{t('Preview')}</h2>
      <div className="branding-choices">
        <SegmentedControl
          label={t('Theme')}
          choices={[
            { value: 'light', label: t('Light') },
            { value: 'dark', label: t('Dark') },
          ]}
          value={scheme}
          onChange={setScheme}
        />
        <SegmentedControl
          label={t('Size')}
          choices={[
            { value: 'window', label: t('Window') },
            { value: 'phone', label: t('Phone') },
          ]}
          value={width}
          onChange={setWidth}
        />
        <SegmentedControl
          label={t('Language of the texts')}
          choices={LANGUAGES.map(({ code, name }) => ({ value: code, label: name, lang: code }))}
          value={language}
          onChange={setLanguage}
        />
      </div>
      <div
        role="img"
        aria-label={t('The sign-in page of {{name}}', { name })}
        className="branding-page"
        data-scheme={scheme}
        data-width={width}
      >
        <div inert {...brandColours(shown.colours)}>
          <BrandHead brand={name} branding={shown} language={language} />
          <p className="branding-title">{t('Sign in to {{brand}}', { brand: name })}</p>
          <div className="card-page-card">
            <span className="branding-field">{t('Email, user ID or phone number')}</span>
            <span className="branding-field">{t('Password')}</span>
            <span className="branding-link">{t('Forgot password?')}</span>
            <span className="button button-primary button-large">{t('Login')}</span>
          </div>
          <BrandHelp branding={shown} language={language} />
        </div>
      </div>
    </section>
  )
}

/** A colour that is refused is not shown either. */
function coloursIn(theme: Theme, accent: string) {
  const typed = accent.trim()
  return /^#[0-9a-f]{6}$/i.test(typed) && isReadable(typed, theme) ? coloursOf(typed, theme) : PORTAL_COLOURS[theme]
}
