import type * as z from 'zod'
import {
  BackupDamaged,
  type BackupHeader,
  backupHeader,
  readFrames,
  type Sequences,
  sequences,
  type TableEnd,
  type TableStart,
  tableEnd,
  tableStart,
} from './format.ts'
import { unpack } from './pack.ts'

interface BackupVisitor {
  /** Must consume all rows or throw. When all rows are consumed, `end()` returns their count and checksum. */
  table(start: TableStart, rows: AsyncIterable<Buffer>, end: () => TableEnd): Promise<void>
  sequences(values: Sequences): Promise<void>
}

/** Returns the header. @throws BackupDamaged, WrongPassphrase, or an error of `visitor` or the file system */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  visitor: BackupVisitor,
): Promise<BackupHeader> {
  const frames = readFrames(unpack(file, passphrase))
  const nextFrame = async () => (await frames.next()).value
  try {
    const header = expectShape(backupHeader, await nextFrame())
    for (let frame = await nextFrame(); frame !== undefined; frame = await nextFrame()) {
      const values = sequences.safeParse(frame)
      if (values.success) {
        await visitor.sequences(values.data.sequences)
        continue
      }
      let end: TableEnd | undefined
      const rows = async function* () {
        let row = await nextFrame()
        for (; Buffer.isBuffer(row); row = await nextFrame()) yield row
        end = expectShape(tableEnd, row)
      }
      await visitor.table(expectShape(tableStart, frame), rows(), () => {
        if (end === undefined) throw new Error('All rows must be consumed before end() is called')
        return end
      })
    }
    return header
  } finally {
    await frames.return()
  }
}

/** Reads a whole backup, to verify that it is complete and unaltered. Returns its header. */
export function verifyBackup(file: string, passphrase: string | undefined): Promise<BackupHeader> {
  return readBackup(file, passphrase, {
    async table(_start, rows) {
      for await (const _ of rows);
    },
    async sequences() {},
  })
}

function expectShape<T>(shape: z.ZodType<T>, frame: unknown): T {
  const parsed = shape.safeParse(frame)
  if (parsed.success) return parsed.data
  throw new BackupDamaged('it was altered, or made by a newer version of Fourball')
}
