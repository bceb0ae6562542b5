import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

// `npm run bench`: start, sign-in, reads, bundles; `oidc`: the provider compared with the bare library; `messages`: the
// number sent in a second; `lists`: a million people, which takes some minutes to create; `growth`: what each action
// costs with ten thousand people, a hundred thousand and a million (BENCH_SIZES, BENCH_ROUNDS; BENCH_CROWD keeps them in a folder); `overview`: the overview with a
// million people; `soak`: whether memory grows while people sign in and work for an hour (BENCH_MINUTES, BENCH_PAUSE_MS); `prune`: what removing old rows
// costs (BENCH_ROWS, BENCH_TABLES); `decisions`: answers about approvals beneath HTTP, and `decisions-door`: the same with it; `draft-comparison`: what a draft
// of approvals for thousands of clients changes (BENCH_CLIENTS); `passkeys`: a sign-in by passkey; `pages`: what people see, in a browser on a slow CPU.
await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  const [which = 'main'] = process.argv.slice(2)
  return runAloud(pinnedNode(), [`bench/src/${which}.ts`], { cwd: root })
})
