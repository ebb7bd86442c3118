// @module-tag thorough
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { installDebianPackages } from '../../setup/debian.mjs'
import { checkFiles } from './check-files.ts'
import { Checks } from './checks.ts'

const isInstalled = () =>
  ['caddy', 'systemd-analyze'].every((name) => existsSync(`/usr/bin/${name}`))

test('Caddy and systemd accept their files in deploy/', async ({ skip }) => {
  if (!isInstalled()) installDebianPackages(['caddy', 'systemd'])
  skip(!isInstalled(), 'needs the Debian packages caddy and systemd')
  const checks = new Checks(() => {})
  await checkFiles(checks)
  expect(checks.areMet, checks.table()).toBe(true)
})
