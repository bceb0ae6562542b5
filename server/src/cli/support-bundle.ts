import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { secretValues } from '../config.ts'
import type { Command } from './command.ts'
import { writeNewFile } from './new-file.ts'
import { collect } from './support/collect.ts'
import { makeScrub } from './support/scrub.ts'
import { tarOf } from './support/tar.ts'

/** Writes what somebody who helps from afar wants to know, without a secret and without a person. */
export const supportBundle: Command = {
  help: 'Write versions, settings, findings and figures to a file for support, without secrets and people',
  options: {
    output: { type: 'string', value: 'FILE', help: 'the file; - for standard output' },
    log: { type: 'string', value: 'FILE', help: 'also the newest warnings and errors of this log of a server' },
  },
  run: async (context) => {
    const { options, print, write, isJson } = context
    const at = new Date()
    const scrub = makeScrub(secretValues())
    const collected = await collect(context, typeof options.log === 'string' ? options.log : null)
    const entries = collected.map(({ name, text }) => ({ name: `gatehouse-support/${name}`, text: scrub(text) }))
    const bundle = gzipSync(tarOf(entries, at))
    if (options.output === '-') {
      await write(bundle)
      return 0
    }
    const name = `gatehouse-support-${at.toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`
    const file = resolve(typeof options.output === 'string' ? options.output : name)
    await writeNewFile(file, (write) => write(bundle))
    const files = entries.map((entry) => entry.name)
    await print(isJson ? JSON.stringify({ file, files }) : `${file}\nLook through it before you send it.`)
    return 0
  },
}
