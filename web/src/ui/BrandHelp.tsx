import type { ShownBranding } from '@gatehouse/contract/get-branding.ts'

type Props = { branding: Pick<ShownBranding, 'help' | 'contact'> | null; language: 'en' | 'hi' }

/** Whom to ask for help. An address or number is the only thing of a branding that can be clicked. */
export function BrandHelp({ branding, language }: Props) {
  const { help, contact = '' } = branding ?? {}
  if (!help?.[language] && contact === '') return null
  return (
    <p className="brand-help">
      {help?.[language]} {contact !== '' && <a href={linkTo(contact)}>{contact}</a>}
    </p>
  )
}

const linkTo = (contact: string) =>
  contact.includes('@') ? `mailto:${contact}` : `tel:${contact.replace(/[^+\d]/g, '')}`
