import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { finished, pipeline, Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'

const AGE_PREFIX = 'age-encryption.org/'
const ZSTD_PREFIX = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])

/** Thrown for a file that is not a backup, is incomplete or was altered. */
export class BackupDamaged extends Error {}

export class WrongPassphrase extends Error {}

export function packTransforms(passphrase: string | undefined) {
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  return [compress, passphrase === undefined ? seal : encryptWith(passphrase)] as const
}

/**
 * The start of a skippable zstd frame that contains the SHA-256 of everything before it. Without this seal,
 * zstd would not notice a changed byte that leaves the decompressed content unchanged.
 */
const SEAL_START = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 32, 0, 0, 0])
const SEAL_BYTES = SEAL_START.length + 32

async function* seal(source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const sum = createHash('sha256')
  for await (const piece of source) {
    sum.update(piece)
    yield piece
  }
  yield Buffer.concat([SEAL_START, sum.digest()])
}

/** Removes and checks the seal. @throws BackupDamaged at the end of the file if anything was altered */
async function* unseal(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const sum = createHash('sha256')
  let heldBack: Buffer = Buffer.alloc(0)
  for await (const piece of source) {
    const rest = Buffer.concat([heldBack, piece])
    const contentLength = Math.max(0, rest.length - SEAL_BYTES)
    const content = rest.subarray(0, contentLength)
    sum.update(content)
    yield content
    heldBack = rest.subarray(contentLength)
  }
  if (!heldBack.equals(Buffer.concat([SEAL_START, sum.digest()]))) {
    throw new BackupDamaged('it is incomplete or was altered')
  }
}

function encryptWith(passphrase: string) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setPassphrase(passphrase)
    yield* await encrypter.encrypt(ReadableStream.from(source))
  }
}

export async function* unpack(file: string, passphrase: string | undefined) {
  await using handle = await open(file)
  const start = Buffer.alloc(AGE_PREFIX.length)
  const { bytesRead } = await handle.read(start, 0, start.length, 0)
  const isEncrypted = start.subarray(0, bytesRead).toString('latin1') === AGE_PREFIX
  if (!isEncrypted && !start.subarray(0, ZSTD_PREFIX.length).equals(ZSTD_PREFIX)) {
    throw new BackupDamaged('it is not a backup, or its start was altered')
  }
  const packed = handle.createReadStream({ start: 0, autoClose: false })
  const source = isEncrypted ? decrypt(packed, passphrase) : unseal(packed)
  const compressed = Readable.from(source, { objectMode: false })
  try {
    yield* pipeline(compressed, createZstdDecompress(), () => {})
  } catch (error) {
    const isKnown = error instanceof WrongPassphrase || error instanceof BackupDamaged
    if (isKnown || (error instanceof Error && 'syscall' in error)) throw error
    throw new BackupDamaged('it is incomplete or was altered', { cause: error })
  } finally {
    packed.destroy()
    await new Promise((resolve) => finished(packed, resolve))
  }
}

async function* decrypt(packed: AsyncIterable<Buffer>, passphrase: string | undefined) {
  if (passphrase === undefined) {
    throw new WrongPassphrase('It is encrypted: set BACKUP_PASSPHRASE.')
  }
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const plain = await decrypter
    .decrypt(ReadableStream.from(packed))
    .catch((error: unknown): never => {
      if (/no identity matched/.test(String(error))) {
        throw new WrongPassphrase('BACKUP_PASSPHRASE is not the one that it was encrypted with.')
      }
      throw new BackupDamaged('its start was altered', { cause: error })
    })
  yield* plain
}
