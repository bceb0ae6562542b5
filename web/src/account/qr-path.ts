import { encode } from 'uqr'

/** Light modules around the code: ISO/IEC 18004 asks for four. */
const QUIET_ZONE = 4

/** A text as a QR code: the path of its dark modules in a square of `size` units. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { path, size }
}
