import type { TestApp } from './test-app.ts'

export interface StoredMail {
  to: string
  golferId: number
  subject: string
  body: string
  html: string
}

/** Runs all jobs. Returns the emails that an app has sent to an address so far, oldest first. */
export async function emailsTo(app: TestApp, address: string): Promise<StoredMail[]> {
  await app.runJobs()
  const { rows } = await app.ctx.db.$client.query<StoredMail>(
    `select recipient as to, golfer_id as "golferId", subject, body, html
     from messages where lower(recipient) = lower($1) order by id`,
    [address],
  )
  return rows
}

export function tokenIn(mail: Pick<StoredMail, 'body'> | undefined): string {
  const token = /\/welcome\/([\w-]+)$/m.exec(mail?.body ?? '')?.[1]
  if (token === undefined) throw new Error(`No link in this email: ${mail?.body}`)
  return token
}

/** Returns the tokens of all links emailed to an address, oldest first. Every email must contain a link. */
export async function tokensTo(app: TestApp, address: string): Promise<string[]> {
  return (await emailsTo(app, address)).map(tokenIn)
}

/** Submits the form behind the newest link emailed to an address. @throws Error if the response is not 200 */
export async function followLink(
  app: TestApp,
  address: string,
  form: Record<string, unknown> = {},
): Promise<{ sessionId: string; slug: string | null; texts: string | null }> {
  const token = (await tokensTo(app, address)).at(-1)
  const body = { name: 'New Golfer', password: 'nineteenth-hole', ...form }
  const answer = await app.phone().post(`/api/auth/welcome/${token}`, body)
  if (answer.status !== 200) throw new Error(`The link returned ${answer.text}`)
  return answer.body as Awaited<ReturnType<typeof followLink>>
}
