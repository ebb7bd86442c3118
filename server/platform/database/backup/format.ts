import { createHash } from 'node:crypto'

/**
 * A backup is a sequence of frames, compressed and perhaps encrypted: a header; for each table a name, its
 * rows in PostgreSQL's COPY text format, and a count with a checksum; the sequences; and the end, with a
 * checksum of all frames before it. A frame starts with its kind (one byte) and its length (four bytes).
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

/** The last value of each sequence that has been used, as text because it may exceed a JavaScript number. */
export type Sequences = Readonly<Record<string, string>>

export const FORMAT = 1

/** Thrown for a file that is not a backup, or not a complete and unaltered one. */
export class BackupDamaged extends Error {}

const JSON_FRAME = 0x4a
const DATA_FRAME = 0x44
const PREFIX_BYTES = 5

/** Longer than any frame that we write. A damaged length must not make us collect gigabytes. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024

/** Encodes frames, and computes the checksum of all of them. */
export class FrameWriter {
  readonly #sum = createHash('sha256')

  /** Returns a frame with a JSON value. */
  json(value: object): Buffer {
    return this.#frame(JSON_FRAME, Buffer.from(JSON.stringify(value)))
  }

  /** Returns a frame with rows. */
  data(rows: Buffer): Buffer {
    return this.#frame(DATA_FRAME, rows)
  }

  /** Returns the last frame. */
  end(): Buffer {
    return this.json({ end: this.#sum.copy().digest('hex') })
  }

  #frame(kind: number, content: Buffer): Buffer {
    const prefix = Buffer.alloc(PREFIX_BYTES)
    prefix.writeUInt8(kind)
    prefix.writeUInt32BE(content.length, 1)
    const frame = Buffer.concat([prefix, content])
    this.#sum.update(frame)
    return frame
  }
}

/** A frame as read: rows, or a JSON value whose shape the reader checks. */
export type Frame = Buffer | { readonly json: unknown }

/**
 * Decodes frames. Ends after the last frame, whose checksum it verifies.
 * @throws BackupDamaged when the frames are incomplete or altered
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame, void> {
  const sum = createHash('sha256')
  let hasEnded = false
  for await (const [kind, frame] of splitFrames(source)) {
    if (hasEnded) throw new BackupDamaged('there is more after its end')
    const content = frame.subarray(PREFIX_BYTES)
    const before = sum.copy().digest('hex')
    sum.update(frame)
    if (kind === DATA_FRAME) {
      yield content
      continue
    }
    const json = parse(content)
    hasEnded = isObject(json) && 'end' in json
    if (!hasEnded) yield { json }
    else if (isObject(json) && json['end'] !== before) {
      throw new BackupDamaged('its checksum is wrong')
    }
  }
  if (!hasEnded) throw new BackupDamaged('it is incomplete')
}

async function* splitFrames(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<[kind: number, frame: Buffer]> {
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
      yield [kind, rest.subarray(0, wanted)]
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
