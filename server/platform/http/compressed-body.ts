import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A body that does not change while the app runs, ready in every encoding. */
export interface CompressedBody {
  readonly tag: string
  /** Smallest first. */
  readonly variants: readonly { readonly encoding: string; readonly bytes: Buffer }[]
}

/** Compresses a body once for all requests, off the main thread. */
export async function compressBody(text: string): Promise<CompressedBody> {
  const bytes = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes),
    promisify(gzip)(bytes),
  ])
  return {
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    variants: [
      { encoding: 'br', bytes: br },
      { encoding: 'gzip', bytes: gzipped },
      { encoding: 'identity', bytes },
    ],
  }
}

/** Sends the smallest variant that the client accepts, or 304 when it already has the body. */
export function sendCompressed(
  { tag, variants }: CompressedBody,
  type: string,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.header('etag', tag).header('vary', 'accept-encoding')
  const known = headers['if-none-match']?.split(/\s*,\s*/) ?? []
  if (known.includes(tag)) return reply.code(304).send()
  const taken = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/)
  const chosen = variants.find(({ encoding }) => taken.includes(encoding)) ?? variants.at(-1)
  if (chosen && chosen.encoding !== 'identity') reply.header('content-encoding', chosen.encoding)
  return reply.type(type).send(chosen?.bytes)
}
