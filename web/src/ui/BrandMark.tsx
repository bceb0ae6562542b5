import './brand-mark.css'
import { firstLetter } from './first-letter.ts'

/** The first letter of the brand on its colour; the brand's name must stand beside it or in the title. */
export function BrandMark({ brand, size }: { brand: string; size: 'small' | 'large' }) {
  return (
    <span className={`brand-mark brand-mark-${size}`} aria-hidden="true">
      {firstLetter(brand)}
    </span>
  )
}
