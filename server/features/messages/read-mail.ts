import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import type { OutboxReader } from './gate.ts'
import { findHtml } from './store.ts'

/**
 * A kept email as a document of its own, whose links open beside the outbox.
 * @throws AppError NOT_FOUND when there is none, or it has no HTML
 */
export async function readMail(ctx: Context, reader: OutboxReader, id: number): Promise<string> {
  const html = await findHtml(ctx.db, reader, id)
  if (html === undefined) throw notFound('email')
  const base = '<base target="_blank">'
  if (/<head[\s>]/i.test(html)) return html.replace(/<head[^>]*>/i, (head) => head + base)
  return html.replace(/^(\s*<!doctype[^>]*>)?(\s*<html[^>]*>)?/i, (start) => start + base)
}
