import { appendFile, open, stat } from 'node:fs/promises'

const LINE_BREAK = 10

/** Appends a line to a file of anchors. It never joins a part of a line that a full disk or a loss of power has left. */
export async function appendLine(file: string, line: string): Promise<void> {
  const start = (await endsInsideLine(file)) ? '\n' : ''
  await appendFile(file, `${start}${line}\n`, { mode: 0o640 })
}

async function endsInsideLine(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null)
  if (found === null || !found.isFile() || found.size === 0) return false
  // Where the server may write and not read, an empty line is the lesser evil: readers skip it.
  const opened = await open(file, 'r').catch(() => null)
  if (opened === null) return true
  try {
    const { buffer } = await opened.read(Buffer.alloc(1), 0, 1, found.size - 1)
    return buffer[0] !== LINE_BREAK
  } finally {
    await opened.close()
  }
}
