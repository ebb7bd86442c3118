/** `message` is one line for the person at the terminal: it says what is wrong and what to do. */
export class DatabaseStartError extends Error {
  override name = 'DatabaseStartError'
}

export class DatabaseInUseError extends DatabaseStartError {}

const OTHER_DIRECTORY_ADVICE = 'set DATA_DIR to another directory'

export function toStartError(cause: unknown, path: string): DatabaseStartError {
  if (cause instanceof DatabaseStartError) return cause
  const text = cause instanceof Error ? cause.message : String(cause)
  return new DatabaseStartError(explain(text, path), { cause })
}

function explain(text: string, path: string): string {
  if (/^spawn /.test(text)) {
    return (
      `The PostgreSQL binaries do not run on this machine (${text}). Install PostgreSQL and set ` +
      'DATABASE_URL.'
    )
  }
  const uid = /effective user ID (\d+)/.exec(text)?.[1]
  if (uid) {
    return (
      `PostgreSQL needs a named user, and uid ${uid} has no name on this machine. Add it ` +
      'to /etc/passwd, or set DATABASE_URL.'
    )
  }
  if (/ENOSPC|EDQUOT|No space left on device|Disk quota exceeded/.test(text)) {
    return `The disk that holds ${path} is full. Free 200 MB there, or ${OTHER_DIRECTORY_ADVICE}.`
  }
  if (/EROFS|Read-only file system/.test(text)) {
    return `The disk that holds ${path} is read-only. Make it writable, or ${OTHER_DIRECTORY_ADVICE}.`
  }
  if (/EACCES|EPERM|Permission denied|Operation not permitted/.test(text)) {
    return `No permission to write to ${path}. Allow it, or ${OTHER_DIRECTORY_ADVICE}. (${findReason(text)})`
  }
  if (/ENOTDIR|EEXIST/.test(text)) {
    return `${path} is not a directory. Move that file away, or ${OTHER_DIRECTORY_ADVICE}.`
  }
  return `The database in ${path} does not start: ${findReason(text)}`
}

export function codeOf(error: unknown): string {
  const { code }: { code?: unknown } = Object(error)
  return typeof code === 'string' ? code : ''
}

/** Returns the line of PostgreSQL's output that gives the reason, without its timestamp and process id. */
function findReason(text: string): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const reasonLine = lines.findLast((line) => /FATAL|PANIC|error:|could not/.test(line))
  const line = reasonLine ?? lines.at(-1) ?? 'it printed nothing'
  return line.replace(/^[-\d: .A-Z]+\[\d+\] /, '').trim()
}
