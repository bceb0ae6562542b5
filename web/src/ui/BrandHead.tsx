import type { ShownBranding } from '@gatehouse/contract/get-branding.ts'
import { useState } from 'react'
import { BrandMark } from './BrandMark.tsx'
import './brand-head.css'

type Props = {
  brand: string
  branding: Pick<ShownBranding, 'name' | 'logo' | 'welcome'> | null
  language: 'en' | 'hi'
}

/** What stands above the title of a page before signing in: whose it is. */
export function BrandHead({ brand, branding, language }: Props) {
  const [failed, setFailed] = useState('')
  const { name = brand, logo = '', welcome } = branding ?? {}
  return (
    <div className="brand-head">
      {logo !== '' && logo !== failed ? (
        <img src={logo} alt={name} onError={() => setFailed(logo)} />
      ) : (
        <BrandMark brand={name} size="large" />
      )}
      {welcome?.[language] && <p>{welcome[language]}</p>}
    </div>
  )
}
