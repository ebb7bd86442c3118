import * as z from 'zod'
import { BackupDamaged, unpack } from './pack.ts'

export const FORMAT_VERSION = 1

/**
 * A backup is a sequence of frames: this header; then for each table its name and columns, its rows in
 * PostgreSQL's COPY text format, and their count and checksum; then the sequences, and an end marker. Each
 * frame starts with its kind (one byte) and its length (four bytes). All of this is compressed, and encrypted
 * if there is a passphrase.
 */
const backupHeader = z.object({
  fourballBackup: z.literal(FORMAT_VERSION),
  createdAt: z.iso.datetime(),
  /** The checksums of the database's migrations, oldest first. */
  migrations: z.array(z.string()).min(1),
  /** Whether the app or a worker was using the database. */
  wasInUse: z.boolean(),
})
export type BackupHeader = z.output<typeof backupHeader>

const tableStart = z.object({ table: z.string(), columns: z.array(z.string()).min(1) })
export type TableStart = z.output<typeof tableStart>

const tableEnd = z.object({ rows: z.int().min(0), sha256: z.string() })
export type TableEnd = z.output<typeof tableEnd>

/** The last value of each sequence; '0' for an unused one. Strings, since values can exceed 2^53. */
const sequences = z.object({ sequences: z.record(z.string(), z.string().regex(/^\d+$/)) })

const JSON_FRAME = 0x4a
const DATA_FRAME = 0x44
const PREFIX_BYTES = 5

/** Longer than any frame that we write. A damaged length must not make us buffer the rest of the file. */
const MAX_FRAME_BYTES = 32 * 1024 * 1024

export const jsonFrame = (value: object) =>
  encodeFrame(JSON_FRAME, Buffer.from(JSON.stringify(value)))
export const dataFrame = (rows: Buffer) => encodeFrame(DATA_FRAME, rows)

export const END_MARKER = { end: true }

function encodeFrame(kind: number, content: Buffer): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.writeUInt8(kind)
  prefix.writeUInt32BE(content.length, 1)
  return Buffer.concat([prefix, content])
}

interface BackupVisitor {
  table?(start: TableStart, rows: AsyncIterable<Buffer>): Promise<void>
  tableEnd?(start: TableStart, end: TableEnd): Promise<void>
  sequences?(values: Record<string, string>): Promise<void>
}

/**
 * Reads a whole backup, which verifies that it is complete and unaltered. Returns its header.
 * @throws BackupDamaged, WrongPassphrase, or an error of `visitor` or the file system
 */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  visitor: BackupVisitor = {},
): Promise<BackupHeader> {
  await using frames = readFrames(unpack(file, passphrase))
  const nextFrame = async () => (await frames.next()).value
  const header = expectShape(backupHeader, await nextFrame())
  for (let frame = await nextFrame(); frame !== undefined; frame = await nextFrame()) {
    const values = sequences.safeParse(frame)
    if (values.success) {
      await visitor.sequences?.(values.data.sequences)
      continue
    }
    const start = expectShape(tableStart, frame)
    let next = await nextFrame()
    const rows = async function* () {
      for (; Buffer.isBuffer(next); next = await nextFrame()) yield next
    }
    await visitor.table?.(start, rows())
    // Skip the rows that the visitor did not read.
    for await (const _ of rows());
    const end = expectShape(tableEnd, next)
    await visitor.tableEnd?.(start, end)
  }
  return header
}

/**
 * Yields rows as a `Buffer`, and other frames as a JSON value that the caller must validate.
 * @throws BackupDamaged if a frame is unreadable, the end is missing, or something follows it
 */
async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<unknown, void> {
  let rest: Buffer = Buffer.alloc(0)
  let hasEnded = false
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
      if (hasEnded) throw new BackupDamaged('there is more after its end')
      const bytes = rest.subarray(PREFIX_BYTES, end)
      const content = kind === DATA_FRAME ? bytes : parse(bytes)
      hasEnded = Object(content).end !== undefined
      if (!hasEnded) yield content
      rest = rest.subarray(end)
    }
  }
  if (!hasEnded || rest.length > 0) throw new BackupDamaged('it is incomplete')
}

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    throw new BackupDamaged('it was altered')
  }
}

function expectShape<T>(shape: z.ZodType<T>, frame: unknown): T {
  const parsed = shape.safeParse(frame)
  if (parsed.success) return parsed.data
  throw new BackupDamaged('it was altered, or made by a newer version of Fourball')
}
