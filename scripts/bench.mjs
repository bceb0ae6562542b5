import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

// `npm run bench`: start, sign-in, reads, bundles; `oidc`: the provider beside the bare library; `messages`: how many go out
// in a second; `lists`: a million people, which takes some minutes to make; `growth`: signing in with few people and with a million;
// `overview`: the administrators' home at a million people.
await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const [which = 'main'] = process.argv.slice(2)
  return runAloud(pinnedNode(), [`bench/src/${which}.ts`], { cwd: root })
})
