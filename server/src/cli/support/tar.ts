const BLOCK = 512

/** A file of a bundle. */
export type Entry = { name: string; text: string }

/** The files as a tar archive (POSIX ustar), readable by their owner only. @param at the time of all files */
export function tarOf(entries: Entry[], at: Date): Buffer {
  const parts = entries.flatMap(({ name, text }) => {
    const content = Buffer.from(text)
    return [headerOf(name, content.length, at), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
  })
  // Two empty blocks are the end.
  return Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)])
}

/** @param name of 100 bytes at most */
function headerOf(name: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  const fields: [offset: number, text: string][] = [
    [0, name],
    [100, octal(0o600, 7)],
    [108, octal(0, 7)],
    [116, octal(0, 7)],
    [124, octal(size, 11)],
    [136, octal(Math.floor(at.getTime() / 1000), 11)],
    // While the sum is made, its own field counts as spaces.
    [148, ' '.repeat(8)],
    [156, '0'],
    [257, 'ustar\u000000'],
  ]
  for (const [offset, text] of fields) header.write(text, offset, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}
