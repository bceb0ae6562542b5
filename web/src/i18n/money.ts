export const PAISE_PER_RUPEE = 100

/** More digits before the point would leave what a number holds exactly. */
const MAX_RUPEE_DIGITS = 12

/** Paise as rupees, grouped as in India and without the sign: 2500000 is '25,000.00'. */
export function formatAmount(paise: number): string {
  return new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2 }).format(paise / PAISE_PER_RUPEE)
}

/** What somebody typed as rupees: the part of it that can be an amount, and the amount in paise, if it is one yet. */
export function readAmount(typed: string): { text: string; paise: number | null } {
  const [whole = '', ...rest] = typed.replace(/[^\d.]/g, '').split('.')
  const rupees = whole.slice(0, MAX_RUPEE_DIGITS)
  const fraction = rest.join('').slice(0, 2)
  const text = rest.length > 0 ? `${rupees}.${fraction}` : rupees
  if (rupees === '' && fraction === '') return { text, paise: null }
  return { text, paise: Number(rupees) * PAISE_PER_RUPEE + Number(fraction.padEnd(2, '0')) }
}
