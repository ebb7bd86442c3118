import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { pinnedNode, printLine, readIfExists, SetupError } from './paths.mjs'

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC_APPS = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
]

/**
 * Returns the browser that an earlier run found; undefined if it is gone or CHROMIUM_PATH names another one.
 * @param {string} root
 */
export function knownBrowser(root) {
  const wantedPath = process.env['CHROMIUM_PATH']
  const found = readIfExists(browserPathFile(root))?.trim()
  if (!found || !isProgram(found) || (wantedPath && wantedPath !== found)) return undefined
  return found
}

/**
 * Finds or installs a Chromium or Chrome and writes its path to a file for playwright.config.ts.
 * @param {string} root
 */
export function provideBrowser(root) {
  const found =
    findInEnvironment() ?? findInstalled() ?? installFromDebian() ?? installFromPlaywright(root)
  writeFileSync(browserPathFile(root), found)
  printLine(`end-to-end tests use ${found}`)
}

function findInEnvironment() {
  const wantedPath = process.env['CHROMIUM_PATH']
  if (!wantedPath) return undefined
  if (isProgram(wantedPath) && canRun(wantedPath)) return wantedPath
  throw new SetupError(`CHROMIUM_PATH does not point to a working browser: ${wantedPath}`)
}

function findInstalled() {
  const commands = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .flatMap((folder) => COMMANDS.map((command) => path.join(folder, command)))
  const apps = ['/Applications', path.join(homedir(), 'Applications')].flatMap((folder) =>
    MAC_APPS.map((app) => path.join(folder, app)),
  )
  const candidates = process.platform === 'darwin' ? [...apps, ...commands] : commands
  return candidates.find((candidate) => isProgram(candidate) && canRun(candidate))
}

function installFromDebian() {
  return installDebianPackages(['chromium']) ? findInstalled() : undefined
}

/** @param {string} root */
function installFromPlaywright(root) {
  printLine("installing Playwright's Chromium (a minute or two) …")
  const cli = path.join(root, 'node_modules', '@playwright', 'test', 'cli.js')
  const installsLibraries = process.platform === 'linux' && process.getuid?.() === 0
  const installation = spawnSync(
    pinnedNode(root),
    [cli, 'install', ...(installsLibraries ? ['--with-deps'] : []), 'chromium'],
    { cwd: root, encoding: 'utf8' },
  )
  const pathQuery = spawnSync(
    pinnedNode(root),
    ['-p', "require('@playwright/test').chromium.executablePath()"],
    { cwd: root, encoding: 'utf8' },
  )
  const browser = pathQuery.stdout?.trim() ?? ''
  if (browser !== '' && existsSync(browser) && canRun(browser)) return browser
  throw new SetupError(
    `There is no browser for the end-to-end tests: install Chromium or Chrome, or set CHROMIUM_PATH. (${firstLine(installation.stderr) || 'the one installed does not run'})`,
  )
}

/** @param {string} file */
function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    // Ubuntu's chromium-browser is a script that only tells people to install a snap.
    return !readFileSync(file).subarray(0, 4096).includes('snap install')
  } catch {
    return false
  }
}

/** @param {string} file */
function canRun(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0
}

/** @param {string} root */
function browserPathFile(root) {
  return path.join(root, 'node_modules', '.fourball-browser')
}

/** @param {string | null} text */
function firstLine(text) {
  return (text ?? '').trim().split('\n')[0] ?? ''
}
