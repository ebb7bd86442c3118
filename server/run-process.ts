import { ConfigError } from './platform/config.ts'
import { DatabaseStartError } from './platform/database/embedded/start-embedded.ts'
import { Opened } from './platform/opened.ts'

/** What a process has that runs until it is stopped. */
export interface Life {
  /** What it opens here is closed in order when it stops. */
  readonly opened: Opened
  /** Stops in order and ends the process. */
  stop(code: number): Promise<void>
}

/** A stop takes no longer. */
export const STOP_MS = 9_800

export const say = (line: string) => process.stdout.write(`${line}\n`)
export const complain = (line: string) => process.stderr.write(`${line}\n`)

/**
 * Runs `start`, and then until a signal. What cannot start says why in one line and ends with 1.
 * @param name how that line begins
 */
export async function runProcess(
  name: string,
  start: (life: Life) => Promise<void>,
): Promise<void> {
  const opened = new Opened(complain)
  const stop = async (code: number) => {
    setTimeout(() => process.exit(1), STOP_MS).unref()
    // A part that breaks while it closes must not leave the others open, the database above all.
    process.on('uncaughtException', (error) => complain(`While stopping: ${oneLine(error)}`))
    await opened.stop()
    process.exit(code)
  }
  // Before anything is opened; and for good: npm passes a Ctrl-C on that the process has had already.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))
  try {
    await start({ opened, stop })
  } catch (error) {
    if (!opened.isStopping) {
      complain(`${name} cannot start. ${oneLine(error)}`)
      await stop(1)
    }
  }
}

function oneLine(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseStartError) return error.message
  const message = error instanceof Error ? error.message || String(error.cause ?? error) : error
  return String(message).split('\n').join(' ')
}
