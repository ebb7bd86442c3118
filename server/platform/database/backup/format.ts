/**
 * A backup is a sequence of frames, compressed and perhaps encrypted: a header; for each table a name, its
 * rows in PostgreSQL's COPY text format, and a count with a checksum; the sequences; and the end. A frame starts with its kind (one byte) and its length (four bytes).
 */
export interface BackupHeader {
  /** The version of this format. */
  readonly fourballBackup: typeof FORMAT
  /** ISO instant of the snapshot. */
  readonly createdAt: string
  /** The migrations of the database, oldest first: their checksums. */
  readonly migrations: readonly string[]
  /** Whether the app or a worker was using the database. */
  readonly wasInUse: boolean
}

/** Precedes the rows of a table. */
export interface TableStart {
  readonly table: string
  readonly columns: readonly string[]
}

/** Follows the rows of a table. */
export interface TableEnd {
  readonly rows: number
  readonly sha256: string
}

/** The last value of each sequence, or 0 if it has not been used. Text, because it may exceed a JavaScript number. */
export type Sequences = Readonly<Record<string, string>>

export const FORMAT = 1

/** Thrown for a file that is not a backup, or not a complete and unaltered one. */
export class BackupDamaged extends Error {}

const JSON_FRAME = 0x4a
const DATA_FRAME = 0x44
const PREFIX_BYTES = 5

/** Longer than any frame that we write. A damaged length must not make us collect gigabytes. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024

/** Returns a frame with a JSON value. */
export function jsonFrame(value: object): Buffer {
  return frame(JSON_FRAME, Buffer.from(JSON.stringify(value)))
}

/** Returns a frame with rows. */
export function dataFrame(rows: Buffer): Buffer {
  return frame(DATA_FRAME, rows)
}

/** The last frame. */
export const END = { end: true } as const

function frame(kind: number, content: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt8(kind)
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}

/** A frame as read: rows, or a JSON value whose shape the reader checks. */
export type Frame = Buffer | { readonly json: unknown }

/** Decodes frames. Ends after the last frame. @throws BackupDamaged when frames are missing or unreadable */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  let hasEnded = false
  for await (const [kind, content] of splitFrames(source)) {
    if (hasEnded) throw new BackupDamaged('there is more after its end')
    const next: Frame = kind === DATA_FRAME ? content : { json: parse(content) }
    hasEnded = !Buffer.isBuffer(next) && isEnd(next.json)
    if (!hasEnded) yield next
  }
  if (!hasEnded) throw new BackupDamaged('it is incomplete')
}

async function* splitFrames(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<[kind: number, content: Buffer]> {
  let pieces: Buffer[] = []
  let size = 0
  let wanted = PREFIX_BYTES
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (size < wanted) continue
    let rest = Buffer.concat(pieces)
    for (;;) {
      wanted = PREFIX_BYTES
      if (rest.length < wanted) break
      const kind = rest.readUInt8()
      const length = rest.readUInt32BE(1)
      if ((kind !== JSON_FRAME && kind !== DATA_FRAME) || length > MAX_FRAME_BYTES) {
        throw new BackupDamaged('it is not a backup, or it was altered')
      }
      wanted = PREFIX_BYTES + length
      if (rest.length < wanted) break
      yield [kind, rest.subarray(PREFIX_BYTES, wanted)]
      rest = rest.subarray(wanted)
    }
    pieces = [rest]
    size = rest.length
  }
  if (size > 0) throw new BackupDamaged('it is incomplete')
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    throw new BackupDamaged('it was altered')
  }
}

function isEnd(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'end' in value
}
