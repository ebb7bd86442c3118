import { spawnSync } from 'node:child_process'
import { printLine, readIfExists } from './paths.mjs'

/**
 * Installs packages with apt, if this process runs as root on Debian. Returns whether they are installed now.
 * (Does nothing on Ubuntu, because some of its packages are stubs that need snapd.)
 * @param {readonly string[]} names
 */
export function installDebianPackages(names) {
  const system = readIfExists('/etc/os-release') ?? ''
  if (!/^ID=debian$/m.test(system) || process.getuid?.() !== 0) return false
  printLine(`installing ${names.join(', ')} with apt (a minute or two) …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ]) {
    // If another process is installing packages, wait for its lock.
    const result = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], {
      encoding: 'utf8',
      env,
    })
    if (result.status !== 0) {
      printLine(`apt-get ${args[0]} failed (${result.stderr.trim().split('\n')[0]})`)
      return false
    }
  }
  return true
}
