interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

const OS =
  /(?:^|[-/])(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)(?=-|$)/
const CPU = /[-/](arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|wasm32|x64)(?=-|$)/

/** Returns entries for the optional packages that the lock file lacks. */
export function findMissingOptional({ packages }: LockFile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {}
  for (const [folder, { dev, optionalDependencies = {} }] of Object.entries(packages))
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (resolves(packages, folder, name)) continue
      const { cpu, libc, os } = systemOf(name)
      // npm writes the keys in this order.
      missing[`node_modules/${name}`] = {
        version: version.replace(/^[\^~=v]+/, ''),
        ...(cpu === undefined ? {} : { cpu: [cpu] }),
        ...(dev === true ? { dev } : {}),
        ...(libc === undefined ? {} : { libc: [libc] }),
        optional: true,
        ...(os === undefined ? {} : { os: [os] }),
      }
    }
  return missing
}

/**
 * Returns whether a package in a folder (`start`) finds a dependency (`name`) in the lock file. Searches as
 * Node does, from the folder's own node_modules up to the root's.
 */
function resolves(packages: LockFile['packages'], start: string, name: string): boolean {
  for (let folder = start; ; folder = folder.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    if (packages[`${folder === '' ? '' : `${folder}/`}node_modules/${name}`] !== undefined)
      return true
    if (folder === '') return false
  }
}

/** Returns the system that a binary package is built for, judging by its name. */
function systemOf(name: string): { cpu?: string; libc?: string; os?: string } {
  const os = OS.exec(name)?.[1]
  const cpu = CPU.exec(name)?.[1]
  const isGlibc = os === 'linux' && name.includes('-gnu')
  const libc = name.includes('musl') ? 'musl' : isGlibc ? 'glibc' : undefined
  return {
    ...(cpu === undefined ? {} : { cpu }),
    ...(libc === undefined ? {} : { libc }),
    ...(os === undefined ? {} : { os }),
  }
}
