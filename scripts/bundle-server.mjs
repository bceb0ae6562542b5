// node scripts/bundle-server.mjs FOLDER
// Bundles the server and the command `gatehouse` with the contract (docs/decisions/0110). The packages stay outside.
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './setup.mjs'

const [, , folder] = process.argv
const bundle = await rolldown({
  cwd: root,
  platform: 'node',
  input: {
    main: join(root, 'server/src/main.ts'),
    gatehouse: join(root, 'server/src/cli/gatehouse.ts'),
  },
  external: (id) => /^[^./]/.test(id) && !id.startsWith('@gatehouse/'),
})
await bundle.write({
  dir: folder,
  // All files in one folder: `server/src/places.ts` says where the sources are, seen from there.
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  keepNames: true,
  sourcemap: true,
})
await bundle.close()
