import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import type { OutboxReader } from './access.ts'
import { findHtml } from './store.ts'

/**
 * Returns a stored email as an HTML document whose links open in a new tab.
 * @throws AppError NOT_FOUND if it does not exist or has no HTML
 */
export async function readMail(ctx: Context, reader: OutboxReader, id: number): Promise<string> {
  const html = await findHtml(ctx.db, reader, id)
  if (html === undefined) throw notFound('email')
  const base = '<base target="_blank">'
  if (/<head[\s>]/i.test(html)) return html.replace(/<head[^>]*>/i, (head) => head + base)
  return html.replace(/^(\s*<!doctype[^>]*>)?(\s*<html[^>]*>)?/i, (start) => start + base)
}
