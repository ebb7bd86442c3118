import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './paths.mjs'

test('the web app uses no schemas of calls, because the build removes them', async () => {
  const calls = new Set<string>()
  for (const file of globSync('contract/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] })) {
    const exported: Record<string, unknown> = await import(path.join(ROOT, file))
    for (const [name, value] of Object.entries(exported))
      if (typeof value === 'object' && value !== null && 'method' in value) calls.add(name)
  }
  expect(calls.size).toBeGreaterThan(100)
  const reads = globSync('web/**/*.{ts,tsx}', { cwd: ROOT, exclude: ['**/*.test.ts'] }).flatMap(
    (file) => {
      const code = readFileSync(path.join(ROOT, file), 'utf8')
      const found = code.matchAll(/(?<!typeof )\b(\w+)\.(?:params|query|body|answer)\b/g)
      return [...found]
        .filter(([, name = '']) => calls.has(name))
        .map(([read]) => `${file}: ${read}`)
    },
  )
  expect(reads).toEqual([])
})
