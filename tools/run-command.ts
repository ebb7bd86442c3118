import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

export interface CommandResult {
  readonly ok: boolean
  readonly seconds: number
  /** The output of the command; empty if it was printed live. */
  readonly output: string
}

interface Options {
  /** Whether to print the output live instead of collecting it. */
  readonly stream?: boolean
  readonly env?: Record<string, string | undefined>
}

/** Returns the path of a script in a package, to run with the current Node. */
export function scriptPath(...parts: string[]): string {
  return path.join(ROOT, 'node_modules', ...parts)
}

/** Runs a command in the root of the checkout and waits for it to finish. */
export function runCommand(
  command: string,
  args: readonly string[],
  { stream = false, env = {} }: Options = {},
): Promise<CommandResult> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: stream ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const pipe of [child.stdout, child.stderr])
      pipe?.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    const end = (ok: boolean) =>
      resolve({ ok, seconds: (performance.now() - startedAt) / 1000, output: output.trim() })
    child.on('error', (error) => {
      output += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}
