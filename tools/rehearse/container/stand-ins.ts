import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { defaultImages, imageOf } from './deploy-files.ts'
import { type Podman, runProgram } from './podman.ts'

const HERE = import.meta.dirname
const MACHINE_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** The files that Debian's slim images leave out. */
const OMITTED_FILES = [
  '/usr/share/doc/*',
  '/usr/share/info/*',
  '/usr/share/locale/*',
  '/usr/share/man/*',
]

/**
 * Builds images from Debian's packages and gives them the names of the public images that the Containerfile
 * and compose.yaml use. Both files then work unchanged on a machine that cannot reach a container registry.
 * @param context the folder to create for the files of the build
 */
export async function buildStandIns(podman: Podman, context: string): Promise<void> {
  const { node, debian } = defaultImages()
  mkdirSync(context)
  const release = debian.split(':')[1]?.split('-')[0] ?? ''
  const slimOptions = OMITTED_FILES.map((files) => `--dpkgopt=path-exclude=${files}`)
  await runProgram(
    'mmdebstrap',
    ['--variant=minbase', ...slimOptions, release, path.join(context, 'debian.tar')],
    // mmdebstrap leaves files behind if it is interrupted. In this TMPDIR, they are deleted at the end.
    { env: { ...process.env, TMPDIR: path.dirname(context) } },
  )
  cpSync(process.execPath, path.join(context, 'node'))
  cpSync(await findNpmFolder(), path.join(context, 'npm'), { recursive: true })
  cpSync(MACHINE_CERTIFICATES, path.join(context, 'ca-certificates.crt'))
  cpSync(path.join(HERE, 'postgres-entrypoint.sh'), path.join(context, 'postgres-entrypoint.sh'))
  for (const [target, name] of [
    ['debian', debian],
    ['node', node],
    ['postgres', imageOf('postgres')],
    ['caddy', imageOf('caddy')],
  ] as const)
    await podman.run(
      'build',
      '--file',
      path.join(HERE, 'stand-ins.Containerfile'),
      '--target',
      target,
      '--tag',
      name,
      context,
    )
}

async function findNpmFolder(): Promise<string> {
  const folder = path.join(await runProgram('npm', ['root', '--global']), 'npm')
  if (!existsSync(folder)) throw new Error(`npm is not in ${folder}`)
  return folder
}
