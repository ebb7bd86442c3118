import type * as z from 'zod'
import {
  BackupDamaged,
  type BackupHeader,
  backupHeader,
  type Frame,
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
  /** Must consume all rows, unless it throws. After that, `end()` returns their count and checksum. */
  table(start: TableStart, rows: AsyncIterable<Buffer>, end: () => TableEnd): Promise<void>
  sequences(values: Sequences): Promise<void>
}

/** Reads a backup. Returns its header. @throws BackupDamaged or WrongPassphrase, or the visitor's error */
export async function readBackup(
  file: string,
  passphrase: string | undefined,
  visitor: BackupVisitor,
): Promise<BackupHeader> {
  const frames = readFrames(unpack(file, passphrase))
  try {
    const found = expectShape(backupHeader, await frames.next())
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      const values = sequences.safeParse(jsonOf(next))
      if (values.success) {
        await visitor.sequences(values.data.sequences)
        continue
      }
      const start = expectShape(tableStart, next)
      let end: TableEnd | undefined
      const rows = async function* () {
        for (;;) {
          const row = await frames.next()
          if (row.done || !Buffer.isBuffer(row.value)) {
            end = expectShape(tableEnd, row)
            return
          }
          yield row.value
        }
      }
      await visitor.table(start, rows(), () => {
        if (end === undefined) throw new Error('All rows must be consumed before end() is called')
        return end
      })
    }
    return found
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

function jsonOf(next: IteratorResult<Frame, void>): unknown {
  return next.done || Buffer.isBuffer(next.value) ? undefined : next.value.json
}

function expectShape<T>(shape: z.ZodType<T>, next: IteratorResult<Frame, void>): T {
  const parsed = shape.safeParse(jsonOf(next))
  if (parsed.success) return parsed.data
  throw new BackupDamaged('it was altered, or made by a newer version of Fourball')
}
