import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build, isBuilt } from './web-app.mjs'

let root: string

/** A checkout whose Vite copies web/index.html, and fails when that says "broken". */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fourball-web-'))
  write(
    'node_modules/vite/bin/vite.js',
    `const fs = require('node:fs')
     const out = process.argv[process.argv.indexOf('--outDir') + 1]
     const page = fs.readFileSync('web/index.html', 'utf8')
     fs.mkdirSync(out, { recursive: true })
     if (page === 'broken') process.exit(1)
     fs.writeFileSync(out + '/index.html', page + ' ' + process.env.NODE_ENV)`,
  )
  mkdirSync(path.join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, path.join(root, 'node_modules/node/bin/node'))
  write('web/index.html', 'first')
  write('package-lock.json', '{}')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

const page = () => readFileSync(path.join(root, 'dist/web/index.html'), 'utf8')

test('builds for production, and not again until a source changes', () => {
  expect(isBuilt(root)).toBe(false)
  build(root)
  expect(page()).toBe('first production')
  expect(isBuilt(root)).toBe(true)

  write('web/ui/Button.test.tsx', 'a test is no source')
  expect(isBuilt(root)).toBe(true)

  write('contract/groups.ts', 'what the contract says is')
  expect(isBuilt(root)).toBe(false)
})

test('a failed build leaves the old app, and is not taken for a new one', () => {
  build(root)
  write('web/index.html', 'broken')
  expect(() => build(root)).toThrow('could not be built')
  expect(page()).toBe('first production')
  expect(isBuilt(root)).toBe(false)

  write('web/index.html', 'mended')
  build(root)
  expect(page()).toBe('mended production')
  expect(isBuilt(root)).toBe(true)
})

test('a removed app is built again', () => {
  build(root)
  rmSync(path.join(root, 'dist/web'), { recursive: true })
  expect(isBuilt(root)).toBe(false)
  build(root)
  expect(existsSync(path.join(root, 'dist/web/index.html'))).toBe(true)
})
