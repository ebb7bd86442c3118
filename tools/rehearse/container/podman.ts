import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const LAST_LINES = 12

/** Aborts the rehearsal's running command after Ctrl-C or SIGTERM, or when the rehearsal takes too long. */
export const rehearsalAbort = new AbortController()

/** A Podman with separate images, containers, volumes and networks. */
export interface Podman {
  /** The path of a program that passes its arguments to this Podman, for podman-compose. */
  readonly program: string
  /** Runs a command. Returns the command's output. @throws Error with the end of the output */
  run(...args: string[]): Promise<string>
  close(): Promise<void>
}

/**
 * Sets up a Podman.
 * @param folder an empty folder, which `close` removes
 */
export function openPodman(folder: string): Podman {
  const pathOf = (name: string) => path.join(folder, name)
  mkdirSync(folder, { recursive: true })
  // By default, Podman raises the limits on processes and files. On some machines, not even root can do that.
  writeFileSync(
    pathOf('containers.conf'),
    `[containers]\ndefault_ulimits = []\n[network]\nnetwork_backend = "netavark"\nnetwork_config_dir = "${pathOf('networks')}"\n`,
  )
  // Use runc, because it works with both versions of control groups and without systemd.
  writeFileSync(
    pathOf('podman'),
    `#!/bin/sh
export CONTAINERS_CONF=${pathOf('containers.conf')} BUILDAH_ISOLATION=chroot
exec /usr/bin/podman --root ${pathOf('store')} --runroot ${pathOf('run')} --tmpdir ${pathOf('tmp')} --cgroup-manager cgroupfs --runtime runc "$@"
`,
  )
  chmodSync(pathOf('podman'), 0o755)

  const podman = (...args: string[]) => runProgram(pathOf('podman'), args)
  return {
    program: pathOf('podman'),
    run: podman,
    async close() {
      // Ignore errors, because any of these commands can fail while an interrupted command is still exiting.
      for (const args of [
        ['pod', 'rm', '--all', '--force'],
        ['rm', '--all', '--force', '--time', '1'],
        ['volume', 'rm', '--all', '--force'],
        ['network', 'prune', '--force'],
        ['umount', '--all', '--force'],
      ])
        await run(pathOf('podman'), args).catch(() => undefined)
      // Unmount Podman's storage folder, because a mounted folder cannot be deleted.
      await run('umount', [path.join(folder, 'store', 'overlay')]).catch(() => undefined)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a program. Returns the program's output. @throws Error with the end of the output */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout } = await run(program, args, {
      ...options,
      maxBuffer: MAX_OUTPUT_BYTES,
      signal: rehearsalAbort.signal,
    })
    return stdout.trim()
  } catch (error) {
    rehearsalAbort.signal.throwIfAborted()
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-LAST_LINES)
    throw new Error(`${path.basename(program)} ${args[0]} failed: ${lines.join('\n')}`)
  }
}

/**
 * Repeats `attempt` until it doesn't throw. Returns how many seconds that took.
 * @throws the last error of `attempt` if it still fails after `seconds`, or if the rehearsal is aborted
 */
export async function until(attempt: () => Promise<unknown>, seconds: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    try {
      await attempt()
      return secondsSince(startedAt)
    } catch (error) {
      if (secondsSince(startedAt) > seconds || rehearsalAbort.signal.aborted) throw error
      await sleep(200)
    }
  }
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1_000
}
