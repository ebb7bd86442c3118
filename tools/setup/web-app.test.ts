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
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { build, isBuilt } from './web-app.mjs'

let root: string

/**
 * Creates a minimal repository with a fake Vite and a fake renderer. The fake Vite copies web/index.html, and
 * fails if this file contains "broken". The fake renderer prerenders one page, which needs one chunk of its
 * own.
 */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fourball-web-'))
  write(
    'node_modules/vite/bin/vite.js',
    `const fs = require('node:fs')
     const out = process.argv[process.argv.indexOf('--outDir') + 1]
     const page = fs.readFileSync('web/index.html', 'utf8')
     fs.mkdirSync(out + '/.vite', { recursive: true })
     fs.mkdirSync(out + '/assets')
     fs.writeFileSync(out + '/assets/main.css', 'p { color: red }')
     if (page.includes('broken')) process.exit(1)
     if (process.argv.includes('--ssr')) {
       fs.writeFileSync(out + '/package.json', '{ "type": "module" }')
       fs.copyFileSync('web/renderer.js', out + '/prerender.js')
     } else {
       fs.writeFileSync(out + '/index.html', page + process.env.NODE_ENV)
       const chunks = { 'Front.tsx': { file: 'assets/front.js', imports: ['main'] }, main: { file: 'assets/main.js' } }
       fs.writeFileSync(out + '/.vite/manifest.json', JSON.stringify(chunks))
     }`,
  )
  mkdirSync(path.join(root, 'node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, path.join(root, 'node_modules/node/bin/node'))
  write('web/index.html', indexWith('first'))
  write(
    'web/renderer.js',
    `export const prerender = async () => [
       { screen: 'landing', module: 'Front.tsx', title: 'Golf & "more"', description: 'For $& 5', html: '<h1>$1</h1><p class="without-script">' },
     ]
     export const prerenderShell = () => '<i>shell</i>'`,
  )
  write('package-lock.json', '{}')
})

const indexWith = (word: string) => `<html><head>
  <title>Plain</title>
  <meta name="description" content="Plain" />
  <script type="module" src="/assets/main.js"></script>
  <link rel="stylesheet" crossorigin href="/assets/main.css">
</head><body><div id="root"></div><noscript>No script</noscript>${word} `

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}

const readBuilt = (file: string) => readFileSync(path.join(root, 'dist/web', file), 'utf8')
const readIndexText = () => readBuilt('index.html').split('</noscript>')[1]

test('builds for production, and again only when a source changes', () => {
  expect(isBuilt(root)).toBe(false)
  build(root)
  expect(readIndexText()).toBe('first production')
  expect(isBuilt(root)).toBe(true)

  write('web/ui/Button.test.tsx', 'a test is no source')
  expect(isBuilt(root)).toBe(true)

  write('contract/groups.ts', 'what the contract says is')
  expect(isBuilt(root)).toBe(false)
})

test('keeps the old app after a failed build, but does not treat it as current', () => {
  build(root)
  write('web/index.html', indexWith('broken'))
  expect(() => build(root)).toThrow('could not be built')
  expect(readIndexText()).toBe('first production')
  expect(isBuilt(root)).toBe(false)

  write('web/index.html', indexWith('mended'))
  build(root)
  expect(readIndexText()).toBe('mended production')
  expect(isBuilt(root)).toBe(true)
})

test('builds a removed app again', () => {
  build(root)
  rmSync(path.join(root, 'dist/web'), { recursive: true })
  expect(isBuilt(root)).toBe(false)
  build(root)
  expect(existsSync(path.join(root, 'dist/web/index.html'))).toBe(true)
})

test('prerenders the public pages with their own head and the chunks they need', () => {
  build(root)
  const landing = readBuilt('landing.html')
  expect(landing).toContain(
    '<div id="root" data-screen="landing"><h1>$1</h1><p class="without-script"></div>',
  )
  expect(landing).toContain('<title>Golf &amp; &quot;more&quot;</title>')
  expect(landing).toContain('<meta name="description" content="For $&amp; 5" />')
  expect(landing).toContain('<meta property="og:title" content="Golf &amp; &quot;more&quot;" />')
  expect(landing.match(/rel="modulepreload"[^>]*>/g)).toEqual([
    'rel="modulepreload" fetchpriority="low" crossorigin href="/assets/front.js" />',
  ])
  expect(landing).toContain('<script type="module" fetchpriority="low" src="/assets/main.js">')
  expect(landing).not.toContain('Plain')
  expect(landing).not.toContain('noscript')
  expect(readBuilt('index.html')).toContain('Plain')
  expect(readBuilt('index.html')).toContain('<div id="root"><i>shell</i></div>')
  expect(landing).not.toContain('shell')
})

test('inlines the style sheet into every document', () => {
  build(root)
  for (const file of ['index.html', 'landing.html']) {
    expect(readBuilt(file)).toContain('<style>p { color: red }</style>')
    // Vite's code for `import()` downloads a style sheet unless the page already has a link to it. A disabled
    // link prevents that, and downloads nothing itself.
    expect(readBuilt(file).match(/<link rel="stylesheet".*/g)).toEqual([
      '<link rel="stylesheet" disabled href="/assets/main.css">',
    ])
  }
})

test('fails the build when a page cannot be prerendered', () => {
  build(root)
  write(
    'web/renderer.js',
    'export const prerenderShell = () => ""; export const prerender = () => Promise.reject(new Error("no page"))',
  )
  expect(() => build(root)).toThrow('could not be built')
  expect(readIndexText()).toBe('first production')
})

test('writes compressed versions next to long files', () => {
  write('web/index.html', indexWith('long '.repeat(1000)))
  build(root)
  const uncompressed = brotliDecompressSync(readFileSync(path.join(root, 'dist/web/index.html.br')))
  expect(uncompressed.toString()).toBe(readBuilt('index.html'))
  expect(existsSync(path.join(root, 'dist/web/index.html.gz'))).toBe(true)
  expect(existsSync(path.join(root, 'dist/web/landing.html.gz'))).toBe(false)
})
