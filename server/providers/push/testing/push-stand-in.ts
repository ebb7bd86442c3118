import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { PushTarget } from '../web-push.ts'

/**
 * `ciphertext` is the message as the push service received it. `plaintext` is the message as the phone
 * decrypted it.
 */
export interface PushedMessage {
  readonly headers: IncomingMessage['headers']
  readonly ciphertext: Buffer
  readonly plaintext: string
}

export interface PushStandIn {
  subscribe(): PushTarget
  /** By endpoint, oldest first. */
  readonly received: Map<string, PushedMessage[]>
  /** Error statuses by endpoint. Other endpoints respond with 201. */
  readonly refusals: Map<string, number>
  close(): Promise<void>
}

/** Starts a push service on a free loopback port, with phones that decrypt its messages. */
export async function startPushStandIn(): Promise<PushStandIn> {
  const phones = new Map<string, { decrypt(ciphertext: Buffer): string }>()
  const received = new Map<string, PushedMessage[]>()
  const refusals = new Map<string, number>()
  let url = ''
  const server = createServer(async (request, response) => {
    const endpoint = `${url}${request.url}`
    const ciphertext = Buffer.concat(await request.toArray())
    const refusalStatus = refusals.get(endpoint)
    const phone = phones.get(endpoint)
    if (refusalStatus === undefined && phone !== undefined) {
      checkSender(request, url)
      const message = { headers: request.headers, ciphertext, plaintext: phone.decrypt(ciphertext) }
      received.set(endpoint, [...(received.get(endpoint) ?? []), message])
    }
    response.writeHead(refusalStatus ?? (phone === undefined ? 404 : 201)).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return {
    received,
    refusals,
    subscribe() {
      const keyPair = createECDH('prime256v1')
      const p256dh = keyPair.generateKeys('base64url')
      const auth = randomBytes(16)
      const endpoint = `${url}/send/${randomBytes(12).toString('base64url')}`
      const keys = { keyPair, publicKey: Buffer.from(p256dh, 'base64url'), auth }
      phones.set(endpoint, { decrypt: (ciphertext) => decrypt(ciphertext, keys) })
      return { endpoint, p256dh, auth: auth.toString('base64url') }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface PhoneKeys {
  readonly keyPair: ReturnType<typeof createECDH>
  readonly publicKey: Buffer
  readonly auth: Buffer
}

/** Decrypts a message as a browser does (RFC 8188 with the keys of RFC 8291). Supports only one record. */
function decrypt(ciphertext: Buffer, { keyPair, publicKey, auth }: PhoneKeys): string {
  const salt = ciphertext.subarray(0, 16)
  const idLength = ciphertext.readUInt8(20)
  const senderKey = ciphertext.subarray(21, 21 + idLength)
  const secret = keyPair.computeSecret(senderKey)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
  const ikm = hkdf(secret, auth, info, 32)
  const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const body = ciphertext.subarray(21 + idLength)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0))
    throw new Error('The last record of a message must end with 2 and zeros')
  return padded.subarray(0, end).toString('utf8')
}

function hkdf(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length))
}

/** Verifies the sender as a push service does (RFC 8292). */
function checkSender({ headers }: IncomingMessage, audience: string): void {
  const [, token = '', key = ''] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud }: { aud?: string } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (!isSigned || aud !== audience) throw new Error('The sender did not authenticate')
}
