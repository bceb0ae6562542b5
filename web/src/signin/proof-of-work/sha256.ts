// A digest in a loop: the browser's own function answers each time through a promise, which takes many times as long.

const ROUNDS = new Uint32Array(64)
const START = new Uint32Array(8)
const words = new Uint32Array(64)
for (let prime = 2, found = 0; found < 64; prime++) {
  if (!isPrime(prime)) continue
  if (found < 8) START[found] = fraction(Math.sqrt(prime))
  ROUNDS[found++] = fraction(Math.cbrt(prime))
}

/** SHA-256 (FIPS 180-4) of at most 55 ASCII characters, as eight words of 32 bits. */
export function sha256(text: string): number[] {
  words.fill(0)
  for (let at = 0; at < text.length; at++) write(at, text.charCodeAt(at))
  write(text.length, 0x80)
  words[15] = text.length * 8
  for (let at = 16; at < 64; at++) {
    const [before, later] = [words[at - 15] as number, words[at - 2] as number]
    const small = turn(before, 7) ^ turn(before, 18) ^ (before >>> 3)
    const other = turn(later, 17) ^ turn(later, 19) ^ (later >>> 10)
    words[at] = (words[at - 16] as number) + small + (words[at - 7] as number) + other
  }
  let a = START[0] as number
  let b = START[1] as number
  let c = START[2] as number
  let d = START[3] as number
  let e = START[4] as number
  let f = START[5] as number
  let g = START[6] as number
  let h = START[7] as number
  for (let at = 0; at < 64; at++) {
    const first = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + h
    const sum = (first + (ROUNDS[at] as number) + (words[at] as number)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + sum) | 0
    d = c
    c = b
    b = a
    a = (sum + second) | 0
  }
  return [a, b, c, d, e, f, g, h].map((value, at) => (value + (START[at] as number)) >>> 0)
}

function write(at: number, byte: number) {
  words[at >> 2] = (words[at >> 2] as number) | (byte << (24 - (at % 4) * 8))
}

const turn = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits))

/** The first 32 bits behind the point. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32)
}

function isPrime(value: number): boolean {
  for (let divisor = 2; divisor * divisor <= value; divisor++) if (value % divisor === 0) return false
  return true
}
