// `npm run rehearse:container`: builds the image from deploy/Containerfile, runs it alone and with
// deploy/compose.yaml, and checks the other files in deploy/. Needs root on Debian, but no container
// registry.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installDebianPackages } from '../../setup/debian.mjs'
import { checkFiles } from './check-files.ts'
import { Checks } from './checks.ts'
import { openPodman, rehearsalAbort, secondsSince } from './podman.ts'
import { rehearseCompose } from './rehearse-compose.ts'
import { buildImage, rehearseAlone, rehearseLive } from './rehearse-image.ts'
import { buildStandIns } from './stand-ins.ts'

const PACKAGES = [
  'aardvark-dns',
  'caddy',
  'iptables',
  'mmdebstrap',
  'netavark',
  'podman',
  'podman-compose',
  'runc',
  'systemd',
]

const isInstalled = spawnSync('/usr/bin/dpkg', ['--status', ...PACKAGES]).status === 0
if (!isInstalled && !installDebianPackages(PACKAGES)) {
  console.error(
    `The container rehearsal needs root on Debian, and its packages ${PACKAGES.join(', ')}.`,
  )
  process.exit(1)
}
const TIME_LIMIT_MS = 570_000
const startedAt = performance.now()
const folder = mkdtempSync(path.join(tmpdir(), 'fourball-container-'))
// apt downloads packages as another user, who needs access to the folder.
chmodSync(folder, 0o711)
const podman = openPodman(folder)
const { signal } = rehearsalAbort
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.on(name, () => rehearsalAbort.abort(new Error(`${name} ended the rehearsal`)))
setTimeout(
  () => rehearsalAbort.abort(new Error('the rehearsal takes longer than 9.5 minutes')),
  TIME_LIMIT_MS,
)
const aborted = new Promise<never>((_resolve, reject) =>
  signal.addEventListener('abort', () => reject(signal.reason)),
)
aborted.catch(() => {})

const checks = new Checks((line) => console.log(line))
/** Runs a part, unless the rehearsal has been aborted. Returns whether the part finished. */
const rehearsePart = async (name: string, run: () => Promise<void>) =>
  !signal.aborted && (await checks.rehearsePart(name, () => Promise.race([run(), aborted])))

await rehearsePart('The files in deploy/', () => checkFiles(checks))
const isBuilt =
  (await rehearsePart('Stand-ins for the public images, from Debian’s packages', () =>
    buildStandIns(podman, path.join(folder, 'stand-ins')),
  )) && (await rehearsePart('The image', () => buildImage(podman, checks)))
if (isBuilt) {
  await rehearsePart('The image alone', () => rehearseAlone(podman, checks))
  await rehearsePart('Live events through Caddy', () => rehearseLive(podman, checks))
  await rehearsePart('compose.yaml', () => rehearseCompose(podman, checks, folder))
}
await podman.close()
console.log(`\n${checks.table()}\n\n${Math.round(secondsSince(startedAt))} s`)
process.exit(checks.areMet ? 0 : 1)
