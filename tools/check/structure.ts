// `node tools/check/structure.ts`: checks the code and the walkthroughs in docs/architecture.md. Prints
// violations of the codebase's rules, and metrics.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkStructure } from './structure/check-structure.ts'
import { TOP_FOLDERS } from './structure/folders.ts'
import { measureCode } from './structure/metrics.ts'
import { parseSource, type SourceFile } from './structure/source-file.ts'
import { checkWalkthroughs, measureWalkthroughs } from './structure/walks.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ARCHITECTURE = 'docs/architecture.md'
const CODE_FILE = /\.(ts|tsx|mjs|css)$/

function readFiles(): SourceFile[] {
  const files: SourceFile[] = []
  for (const folder of TOP_FOLDERS.filter((name) => existsSync(path.join(ROOT, name))))
    for (const entry of readdirSync(path.join(ROOT, folder), {
      recursive: true,
      withFileTypes: true,
    }))
      if (entry.isFile() && CODE_FILE.test(entry.name)) {
        const file = path.join(entry.parentPath, entry.name)
        files.push(
          parseSource(
            path.relative(ROOT, file).replaceAll(path.sep, '/'),
            readFileSync(file, 'utf8'),
          ),
        )
      }
  return files
}

const files = readFiles()
const architecture = readFileSync(path.join(ROOT, ARCHITECTURE), 'utf8')
const findings = [
  ...checkStructure(files),
  ...checkWalkthroughs(ARCHITECTURE, architecture, (file) => existsSync(path.join(ROOT, file))),
]
const errors = findings.filter(({ level }) => level === 'error')
for (const { path: filePath, line, level, message } of findings)
  console.log(
    `${level === 'error' ? '✗' : '!'} ${filePath}${line === undefined ? '' : `:${line}`} ${message}`,
  )
console.log(`${files.length} files, ${errors.length} violations`)
for (const { name, value, min, max } of [
  ...measureCode(files),
  ...measureWalkthroughs(architecture),
]) {
  const target = min === undefined ? `≤ ${max}` : `≥ ${min}`
  const isMet = value >= (min ?? 0) && value <= (max ?? Number.POSITIVE_INFINITY)
  console.log(`· ${name}: ${value} (${target}${isMet ? '' : ', missed'})`)
}
process.exitCode = errors.length === 0 ? 0 : 1
