import { join } from 'node:path'
import { makeBase } from '../archive/base-copy.ts'
import { placesOf } from '../archive/places.ts'
import { removeOld } from '../archive/retention.ts'
import { readDatabaseId } from '../db/archive-settings.ts'
import { findConnection } from '../db/open-beside.ts'
import { archiveOf } from './archive-options.ts'
import { megabytes } from './backup-options.ts'
import type { Command } from './command.ts'

/** Makes a base copy beside the server, and removes what no kept one needs. */
export const archiveBase: Command = {
  help: 'Copy the embedded database into the archive, while people work, and remove what no kept copy needs',
  options: {},
  run: async ({ config, isJson, print }) => {
    const settings = config()
    const { folder, keep } = archiveOf(settings)
    const cluster = join(settings.dataDir, 'postgres')
    const base = await makeBase(await findConnection(settings), folder, cluster)
    const removed = await removeOld(placesOf(folder, readDatabaseId(cluster)), keep, base)
    await print(
      isJson
        ? JSON.stringify({ ...base, removed })
        : `${base.name}: ${megabytes(base.bytes)}. Removed: ${removed.bases} older copies, ${removed.files} files of the log.`,
    )
    return 0
  },
}
