import { randomUUID } from 'node:crypto'
import type { QueryOf } from '../../../contract/endpoint.ts'
import type { listOutbox as endpoint } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import { receiveText } from '../text-commands/receive-text.ts'
import type { OutboxReader, OutboxTexter } from './access.ts'
import { findMailHtml, listPhones as findPhones, listMessages } from './store.ts'

type OutboxQuery = QueryOf<typeof endpoint>

export async function listOutbox(ctx: Context, reader: OutboxReader, query: OutboxQuery) {
  const stored = await listMessages(ctx.db, reader, query)
  return stored.map(({ html, recipient, createdAt, key: _, ...message }) => ({
    ...message,
    to: recipient,
    ...(html !== null && { html }),
    createdAt: createdAt.toISOString(),
  }))
}

export async function listPhones(ctx: Context, reader: OutboxReader) {
  const phones = ctx.texts?.kind === 'kept' ? await findPhones(ctx.db, reader) : []
  return { isOpen: reader.whose === 'everybody', phones }
}

/** Returns a stored email as an HTML document. Its links open in a new tab. @throws AppError NOT_FOUND */
export async function readMail(ctx: Context, reader: OutboxReader, id: number): Promise<string> {
  const html = await findMailHtml(ctx.db, reader, id)
  if (html === undefined) throw notFound('email')
  const base = '<base target="_blank">'
  if (/<head[\s>]/i.test(html)) return html.replace(/<head[^>]*>/i, (head) => head + base)
  return html.replace(/^(\s*<!doctype[^>]*>)?(\s*<html[^>]*>)?/i, (start) => start + base)
}

/** @throws AppError NOT_FOUND if texts go to real phones */
export async function replyFromPhone(ctx: Context, { number }: OutboxTexter, body: string) {
  if (ctx.texts?.kind !== 'kept') throw notFound('phone')
  await receiveText(ctx, { providerId: `outbox:${randomUUID()}`, from: number, body })
}
