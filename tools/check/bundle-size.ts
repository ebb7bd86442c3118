// Checks the size of the files that a phone downloads before it can show the first screens. Sizes are in KB
// of 1024 bytes. JavaScript is measured after gzip.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { withLockFile } from '../setup/lock.mjs'
import { ROOT, SETUP_LOCK } from '../setup/paths.mjs'
import { build, isBuilt } from '../setup/web-app.mjs'
import { chunkFilesOf, type Manifest, readManifest } from './chunks.ts'

const WEB = path.join(ROOT, 'dist', 'web')
const MAX_FONTS_KB = 40

interface FirstScreen {
  readonly name: string
  readonly limitKb: number
  /**
   * The modules, or names of chunks, that load when the screen opens. Code that loads on a tap doesn't count.
   */
  readonly modules: readonly string[]
}

const SCREENS: readonly FirstScreen[] = [
  { name: 'login', limitKb: 110, modules: ['login'] },
  {
    name: 'group home',
    limitKb: 140,
    modules: ['group'],
  },
]

interface Row {
  readonly label: string
  readonly kb: number
  readonly limitKb: number
}

function toKb(bytes: number): number {
  return bytes / 1024
}

function weighScreen(manifest: Manifest, { name, limitKb, modules }: FirstScreen): Row {
  const files = chunkFilesOf(manifest, modules).filter((file) => file.endsWith('.js'))
  const bytes = files.map((file) => gzipSync(readFileSync(path.join(WEB, file))).length)
  return { label: `${name}: JavaScript`, kb: toKb(bytes.reduce((a, b) => a + b, 0)), limitKb }
}

function weighFonts(): Row {
  const fonts = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(woff2?|ttf|otf)$/.test(file),
  )
  const bytes = fonts.map((file) => statSync(path.join(WEB, file)).size)
  return { label: 'fonts', kb: toKb(bytes.reduce((a, b) => a + b, 0)), limitKb: MAX_FONTS_KB }
}

await withLockFile(
  SETUP_LOCK,
  async () => {
    if (!isBuilt(ROOT)) build(ROOT)
  },
  () => console.log('waiting for another build to finish …'),
)
const manifest = readManifest(path.join(WEB, '.vite', 'manifest.json'))
const rows = [...SCREENS.map((screen) => weighScreen(manifest, screen)), weighFonts()]
for (const { label, kb: size, limitKb } of rows)
  console.log(
    `${size > limitKb ? '✗' : ' '} ${label.padEnd(24)} ${size.toFixed(1).padStart(6)} KB of ${limitKb} KB`,
  )
process.exitCode = rows.some(({ kb: size, limitKb }) => size > limitKb) ? 1 : 0
