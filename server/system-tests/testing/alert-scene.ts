import { expect } from 'vitest'
import type { AlertEvent } from '../../../contract/alerts.ts'
import { tasksOf } from '../../app/jobs.ts'
import { OPT_IN_REQUEST } from '../../identity/consents/manage-consents.ts'
import { type SmtpStandIn, startSmtpServer } from '../../providers/email/testing/smtp-stand-in.ts'
import type { ForecastProvider } from '../../providers/forecasts/forecasts.ts'
import { startTwilio, type TwilioStandIn } from '../../providers/texts/testing/twilio-stand-in.ts'
import { deleteAccount, endMember } from './end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Monday, 10:00 in Calgary. By the database's clock this is long ago, so every job is due immediately. */
export const MONDAY = '2020-06-01T16:00:00Z'

export const EVENTS_OF_TEE_TIMES: readonly AlertEvent[] = [
  'posted',
  'spots',
  'opened',
  'offer',
  'joined',
  'offer-expired',
  'reserved',
  'changed',
  'cancelled',
  'delayed',
  'running-late',
  'reminder-evening',
  'reminder-soon',
  'weather-watch',
]

export const EVENTS_OF_CUT_OFFS: readonly AlertEvent[] = ['cut-off', 'last-call', 'spot-filled']

/** The texts and the subjects of the emails that each golfer received. The keys are golfers' names. */
export interface Received {
  texts: Record<string, string[]>
  mails: Record<string, string[]>
}

const EMAIL_FOR_ALL =
  '{"posted":"email","mine":"email","opened":"email","waiting":"email","changed":"email","reminder":"email","group":"email","trial":"email"}'

const RAINY: ForecastProvider = {
  search: async () => [
    { name: 'Calgary', latitude: 51.05, longitude: -114.09, areas: ['Alberta'] },
  ],
  hours: async () =>
    Array.from({ length: 24 }, (_, hour) => ({
      hour,
      condition: 'Rain' as const,
      temperature: 9,
      windSpeed: 12,
      windDirection: 'W',
      precipProbability: 80,
    })),
}

/** Starts the app with stand-ins for Twilio and the mail server, which record all messages. */
export async function startAlertScene() {
  const twilio: TwilioStandIn = await startTwilio()
  const smtp: SmtpStandIn = await startSmtpServer()
  const app: TestApp = await startTestApp({
    at: MONDAY,
    forecasts: RAINY,
    env: {
      ...twilio.env,
      PUBLIC_URL: 'https://golf.example',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'teetimes@golf.example',
    },
  })
  const make = factories(app.ctx)
  const names = new Map<string, string>()
  let golferCount = 0

  const query = async (statement: string, values: unknown[] = []) =>
    (await app.ctx.db.$client.query(statement, values)).rows

  /** Creates a golfer with a unique phone number, who agreed to texts unless `hasConsent` is false. */
  async function golfer(name: string, { hasConsent = true } = {}): Promise<TestGolfer> {
    golferCount += 1
    const phone = `+1403555${String(golferCount).padStart(4, '0')}`
    const created = await make.golfer({ name, phone })
    if (hasConsent) {
      await query('update golfers set text_consent_at = $2 where id = $1', [created.id, MONDAY])
    }
    names.set(phone, name)
    names.set(created.email, name)
    return created
  }

  async function member(group: TestGroup, name: string, plan: { hasConsent?: boolean } = {}) {
    return make.member(group, { golfer: await golfer(name, plan) })
  }

  /**
   * Creates a group of golfers with different settings. Olga is the owner. Olga and Tex get texts, and so
   * does Tori, who is in another time zone. Eve chose emails. Nora never agreed to texts, Stan texted STOP,
   * and Una hasn't verified her email address. Mia muted the group, and Otto turned all messages off. Lee
   * left the group, Dee's account was deleted, and Xen is in another group.
   */
  async function club(name = 'Saturday Stampede') {
    const olga = await golfer('Olga')
    const group = await make.group({ name, owner: olga })
    const tex = await member(group, 'Tex')
    const tori = await member(group, 'Tori')
    const eve = await member(group, 'Eve')
    const nora = await member(group, 'Nora', { hasConsent: false })
    const stan = await member(group, 'Stan')
    const una = await member(group, 'Una')
    const mia = await member(group, 'Mia')
    const otto = await member(group, 'Otto')
    const lee = await member(group, 'Lee')
    const dee = await member(group, 'Dee')
    const xen = await golfer('Xen')
    await make.group({ owner: xen })
    const insertPreferencesSql = `insert into preferences (golfer_id, channels, time_zone) values ($1, $2, $3)`
    await query(insertPreferencesSql, [tori.id, '{}', 'America/Toronto'])
    await query(insertPreferencesSql, [eve.id, EMAIL_FOR_ALL, null])
    await query(insertPreferencesSql, [otto.id, EMAIL_FOR_ALL.replaceAll('"email"', '"off"'), null])
    await query(
      `insert into text_numbers (number, stopped_at)
       select phone_number, $2 from golfers where id = $1`,
      [stan.id, MONDAY],
    )
    await query('update golfers set email_proven_at = null where id = $1', [una.id])
    await query('update group_members set muted = true where golfer_id = $1', [mia.id])
    await endMember(app.ctx, { groupId: group.id, golferId: lee.id })
    await deleteAccount(app.ctx, dee.id)
    return { group, olga, tex, tori, eve, nora, stan, una, mia, otto, lee, xen }
  }

  let takenTexts = 0
  let takenMails = 0

  /** Runs all jobs. Returns what golfers received since the last call, except opt-in requests. */
  async function takeReceived(): Promise<Received> {
    // Notices to creators are normally due only after a few minutes.
    await query(`update creator_notices set due_at = 'epoch'`)
    await query(`select graphile_worker.add_job('notify_creators')`)
    await app.runJobs()
    const texts = twilio.received.slice(takenTexts).filter(({ body }) => body !== OPT_IN_REQUEST)
    const mails = smtp.received.slice(takenMails)
    takenTexts = twilio.received.length
    takenMails = smtp.received.length
    return {
      texts: groupByName(texts.map(({ to, body }) => [to, body])),
      mails: groupByName(
        mails.map(({ to, headers }) => [to.join(), headers.get('subject') ?? 'no subject']),
      ),
    }
  }

  function groupByName(messages: readonly (readonly [string, string])[]): Record<string, string[]> {
    const all: Record<string, string[]> = {}
    for (const [address, text] of messages) {
      const name = names.get(address) ?? `unknown address ${address}`
      all[name] = [...(all[name] ?? []), text].sort()
    }
    return all
  }

  return {
    app,
    make,
    twilio,
    smtp,
    names,
    query,
    golfer,
    member,
    club,
    takeReceived,
    async listEvents(): Promise<AlertEvent[]> {
      const rows = await query('select distinct event from deliveries')
      return rows.map(({ event }) => event).sort()
    },
    async runTask(task: string): Promise<void> {
      const job = tasksOf(app.ctx)[task]
      if (job === undefined) throw new Error(`There is no job ${task}`)
      await job({})
    },
    async call(
      golfer: TestGolfer,
      method: 'post' | 'put' | 'patch' | 'delete',
      path: string,
      body?: unknown,
    ): Promise<unknown> {
      const answer = await app.phone(golfer.session)[method](path, body)
      expect(answer.status, answer.text).toBeLessThan(300)
      return answer.body
    },
    async close(): Promise<void> {
      await app.close()
      await smtp.close()
      await twilio.close()
    },
  }
}

export type AlertScene = Awaited<ReturnType<typeof startAlertScene>>
