// `npm run rehearse:container`: builds the image from deploy/Containerfile, runs it alone and with
// deploy/compose.yaml, and checks the other files of deploy/. Needs root on Debian, no container registry.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { installDebianPackages } from '../../setup/debian.mjs'
import { checkFiles } from './check-files.ts'
import { Checks } from './checks.ts'
import { openPodman, secondsSince } from './podman.ts'
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

if (!installDebianPackages(PACKAGES)) {
  console.error(
    `The container rehearsal needs root on Debian, and its packages ${PACKAGES.join(', ')}.`,
  )
  process.exit(1)
}
const started = performance.now()
const folder = mkdtempSync(path.join(tmpdir(), 'fourball-container-'))
const podman = openPodman(folder)
// Ctrl-C reaches the running command, which then fails, and everything is removed below.
process.on('SIGINT', () => {})
process.once('SIGTERM', () => void podman.close().finally(() => process.exit(143)))

const checks = new Checks((line) => console.log(line))
try {
  await checks.part('The files of deploy/', () => checkFiles(checks))
  const isBuilt =
    (await checks.part('Stand-ins for the public images, from Debian’s packages', () =>
      buildStandIns(podman, path.join(folder, 'stand-ins')),
    )) && (await checks.part('The image', () => buildImage(podman, checks)))
  if (isBuilt) {
    await checks.part('The image alone', () => rehearseAlone(podman, checks))
    await checks.part('Live events through Caddy', () => rehearseLive(podman, checks))
    await checks.part('compose.yaml', () => rehearseCompose(podman, checks, folder))
  }
} finally {
  await podman.close()
}
console.log(`\n${checks.table()}\n\n${Math.round(secondsSince(started))} s`)
process.exitCode = checks.areMet ? 0 : 1
