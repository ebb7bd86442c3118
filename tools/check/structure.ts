// `node tools/check/structure.ts`: checks every file against the codebase rules.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkStructure } from './structure/check-structure.ts'
import { TOP_FOLDERS } from './structure/folders.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const CODE = /\.(ts|tsx|mjs|css)$/

function readTree(): Map<string, string> {
  const tree = new Map<string, string>()
  for (const folder of TOP_FOLDERS.filter((name) => existsSync(path.join(ROOT, name))))
    for (const entry of readdirSync(path.join(ROOT, folder), {
      recursive: true,
      withFileTypes: true,
    }))
      if (entry.isFile() && CODE.test(entry.name)) {
        const file = path.join(entry.parentPath, entry.name)
        tree.set(path.relative(ROOT, file).replaceAll(path.sep, '/'), readFileSync(file, 'utf8'))
      }
  return tree
}

const tree = readTree()
const findings = checkStructure(tree)
const errors = findings.filter(({ level }) => level === 'error')
for (const { path: place, line, level, message } of findings)
  console.log(
    `${level === 'error' ? '✗' : '!'} ${place}${line === undefined ? '' : `:${line}`} ${message}`,
  )
console.log(`${tree.size} files, ${errors.length} break the rules`)
process.exitCode = errors.length === 0 ? 0 : 1
