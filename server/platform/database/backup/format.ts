import * as z from 'zod'

export const FORMAT_VERSION = 1

/**
 * A backup is a sequence of frames, which are compressed and may be encrypted: this header; then for each
 * table its name and columns, its rows in PostgreSQL's COPY text format, and their count and checksum; then
 * the sequences, and an end marker. Each frame starts with its kind (one byte) and its length (four bytes).
 */
export const backupHeader = z.object({
  fourballBackup: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  /** The checksums of the database's migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Whether the app or a worker was using the database. */
  wasInUse: z.boolean(),
})
export type BackupHeader = z.output<typeof backupHeader>

export const tableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableStart = z.output<typeof tableStart>

export const tableEnd = z.object({ rows: z.int().min(0), sha256: z.string() })
export type TableEnd = z.output<typeof tableEnd>

/** The last value of each sequence; '0' for an unused one. Strings, since values can exceed 2^53. */
export const sequences = z.object({
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
})
export type Sequences = z.output<typeof sequences>['sequences']

/** Thrown for a file that is not a backup, is incomplete or was altered. */
export class BackupDamaged extends Error {}

const JSON_FRAME = 0x4a
const DATA_FRAME = 0x44
const PREFIX_BYTES = 5

/** Longer than any frame that we write. A damaged length must not make us buffer the rest of the file. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024

export const jsonFrame = (value: object) => frame(JSON_FRAME, Buffer.from(JSON.stringify(value)))
export const dataFrame = (rows: Buffer) => frame(DATA_FRAME, rows)

export const END_MARKER = { end: true }

function frame(kind: number, content: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt8(kind)
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}

/**
 * Yields rows as a `Buffer`, and other frames as a JSON value that the caller must validate.
 * @throws BackupDamaged if a frame is unreadable, the end is missing, or something follows it
 */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<unknown, void> {
  let hasEnded = false
  for await (const content of splitFrames(source)) {
    if (hasEnded) throw new BackupDamaged('there is more after its end')
    hasEnded = Object(content).end !== undefined
    if (!hasEnded) yield content
  }
  if (!hasEnded) throw new BackupDamaged('it is incomplete')
}

async function* splitFrames(source: AsyncIterable<Buffer>) {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= PREFIX_BYTES) {
      const kind = rest.readUInt8()
      const length = rest.readUInt32BE(1)
      if ((kind !== JSON_FRAME && kind !== DATA_FRAME) || length > MAX_FRAME_BYTES) {
        throw new BackupDamaged('it is not a backup, or it was altered')
      }
      const end = PREFIX_BYTES + length
      if (rest.length < end) break
      const content = rest.subarray(PREFIX_BYTES, end)
      yield kind === DATA_FRAME ? content : parse(content)
      rest = rest.subarray(end)
    }
  }
  if (rest.length > 0) throw new BackupDamaged('it is incomplete')
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    throw new BackupDamaged('it was altered')
  }
}
