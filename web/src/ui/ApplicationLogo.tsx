import { useState } from 'react'
import './application-logo.css'

const TINTS = ['primary', 'success', 'warning', 'info'] as const

type Props = { name: string; logo: string }

/** The logo of an application, or the initials of its name in a tint of its own. */
export function ApplicationLogo({ name, logo }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  if (logo && logo !== failed) {
    return <img className="application-logo" src={logo} alt="" loading="lazy" onError={() => setFailed(logo)} />
  }
  return (
    <span className={`application-letter application-letter-${tintOf(name)}`} aria-hidden="true">
      {initialsOf(name)}
    </span>
  )
}

/** Of the first two words; a letter of Hindi with the signs that belong to it. */
function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean)
  const initials = words.slice(0, 2).map((word) => /^.\p{M}*/u.exec(word)?.[0])
  return initials.join('').toUpperCase()
}

/** The same for a name wherever it is shown. */
function tintOf(name: string): (typeof TINTS)[number] {
  let sum = 0
  for (let at = 0; at < name.length; at++) sum = (sum * 31 + name.charCodeAt(at)) >>> 0
  return TINTS[sum % TINTS.length] ?? 'primary'
}
