import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { explainInstall, isInstalled } from './dependencies.mjs'

let root: string

/** Creates a checkout in which npm has installed Node and one other package. */
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'fourball-install-'))
  const packages = {
    'node_modules/node': { version: '24.0.0' },
    'node_modules/tee': { version: '1.0.0', integrity: 'sha512-a' },
  }
  const devDependencies = { node: '24.0.0', tee: '1.0.0' }
  const missing = { 'node_modules/tee-mac': { version: '1.0.0', optional: true } }
  write('package.json', { devDependencies })
  write('package-lock.json', { packages: { '': { devDependencies }, ...packages, ...missing } })
  write('node_modules/.package-lock.json', { packages })
  write('node_modules/tee/package.json', {})
  write('node_modules/node/package.json', {})
  writeProgram('node_modules/node/bin/node', '#!/bin/sh\necho v24.0.0')
  writeProgram('node_modules/.bin/node', '')
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(file: string, content: object): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), JSON.stringify(content))
}

function writeProgram(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
  chmodSync(path.join(root, file), 0o755)
}

test('accepts packages that someone installed with npm directly, and a changed script', () => {
  expect(isInstalled(root)).toBe(true)
  const devDependencies = { node: '24.0.0', tee: '1.0.0' }
  write('package.json', { devDependencies, scripts: { fix: 'x' } })
  expect(isInstalled(root)).toBe(true)
})

test.each<[string, () => void]>([
  ['no node_modules', () => rmSync(path.join(root, 'node_modules'), { recursive: true })],
  ['a missing package', () => rmSync(path.join(root, 'node_modules/tee'), { recursive: true })],
  ['an interrupted installation', () => write('node_modules/.fourball-installing', {})],
  ['a missing npm record', () => rmSync(path.join(root, 'node_modules/.package-lock.json'))],
  [
    'another Node version',
    () => writeProgram('node_modules/node/bin/node', '#!/bin/sh\necho v20.0.0'),
  ],
  ['a Node binary for another system', () => writeProgram('node_modules/node/bin/node', 'MZ')],
  ['a missing Node for npm scripts', () => rmSync(path.join(root, 'node_modules/.bin/node'))],
  [
    'a newer lock file',
    () => {
      const devDependencies = { node: '24.0.0', tee: '1.0.0' }
      const tee = { version: '1.0.0', integrity: 'sha512-b' }
      write('package-lock.json', {
        packages: { '': { devDependencies }, 'node_modules/tee': tee },
      })
    },
  ],
])('installs again for %s', (_, change) => {
  expect(isInstalled(root)).toBe(true)
  change()
  expect(isInstalled(root)).toBe(false)
})

test.each([
  ['npm error code ENOTFOUND\nnpm error network request failed', 'cannot be reached'],
  ['npm ERR! code EAI_AGAIN', 'cannot be reached'],
  ['npm error code ENOSPC', 'disk is full'],
  ['npm error code EACCES', 'No permission to write'],
  ['npm http fetch GET 200 x\nnpm error code E404\nnpm error 404 Not Found', '404 Not Found'],
  ['', 'no reason given'],
])('explains %j', (output, words) => {
  const line = explainInstall(output)
  expect(line).toContain(words)
  expect(line).not.toContain('\n')
})
