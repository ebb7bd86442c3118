import type { AlertEvent } from '../../../../contract/alerts.ts'
import type { Context } from '../../../context.ts'
import type { Recipient } from '../../../ports.ts'
import type { TextMessage, TextProvider } from '../../../providers/texts/texts.ts'
import {
  factories,
  type TestGolfer,
  type TestGroup,
} from '../../../system-tests/testing/factories.ts'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../../system-tests/testing/test-app.ts'
import type { deliveries } from '../../schema.ts'
import { type Compose, deliver } from '../deliver.ts'
import { notify } from '../queue-messages.ts'

/** Monday noon in the groups' time zone. */
export const NOON = '2026-06-01T18:00:00Z'

/** A provider that accepts every text, unless a test changes `beforeAccepting` or `afterAccepting`. */
export class FakeTextProvider implements TextProvider {
  readonly kind = 'sent'
  readonly received: (TextMessage & { readonly providerId: string })[] = []
  sendCount = 0
  /** Called before and after the provider accepts a text. */
  beforeAccepting: (text: TextMessage) => Promise<void> = async () => {}
  afterAccepting: (text: TextMessage) => Promise<void> = async () => {}
  beforeFind: () => Promise<void> = async () => {}

  async send(text: TextMessage) {
    this.sendCount += 1
    await this.beforeAccepting(text)
    const providerId = `SM${this.received.length + 1}`
    this.received.push({ ...text, providerId })
    await this.afterAccepting(text)
    return { providerId, segments: 1 }
  }

  async find({ to, body }: TextMessage, _since: Date, known: readonly string[]) {
    await this.beforeFind()
    const found = this.received.find(
      (one) => one.to === to && one.body === body && !known.includes(one.providerId),
    )
    return found && { providerId: found.providerId, segments: 1 }
  }
}

const defaultCompose: Compose = async (_ctx, { event, teeTimeIds }) => ({
  text: `Fourball: ${event} ${teeTimeIds.join(', ')}`,
  address: 'https://golf.example/',
  mail: { subject: `About ${event}`, body: `${event}\n`, html: `<p>${event}</p>` },
})

type Row = typeof deliveries.$inferSelect

export interface DeliveryScene {
  app: TestApp
  make: ReturnType<typeof factories>
  contextWith(texts: TextProvider | undefined, overrides?: Partial<Context>): Context
  query<T>(statement: string, values?: unknown[]): Promise<T[]>
  /** Adds a member with a proven email and a unique number, who has agreed to texts by default. */
  addMember(
    group: TestGroup,
    options?: { hasAgreed?: boolean },
  ): Promise<TestGolfer & { number: string }>
  queueAlert(alert: Omit<Recipient, 'key'> & { key?: string; event?: AlertEvent }): Promise<number>
  send(ctx: Context, id: number, compose?: Compose): Promise<void>
  readDelivery(id: number): Promise<Row>
  listDeliveries(): Promise<Row[]>
  listMails(): Promise<{ recipient: string; subject: string; key: string }[]>
}

let counter = 0

export async function startScene(options: TestAppOptions = {}): Promise<DeliveryScene> {
  const app = await startTestApp({
    at: NOON,
    env: { PUBLIC_URL: 'https://golf.example' },
    ...options,
  })
  const make = factories(app.ctx)
  const query = async <T>(statement: string, values: unknown[] = []): Promise<T[]> =>
    (await app.ctx.db.$client.query(statement, values)).rows as T[]
  const listDeliveries = () => query<Row>(`${SELECT_ROWS} order by id`)
  return {
    app,
    make,
    contextWith: (texts, overrides = {}) => ({ ...app.ctx, ...overrides, texts }),
    query,
    async addMember(group, { hasAgreed = true } = {}) {
      const golfer = await make.member(group)
      const number = `+1587${String(2_000_000 + golfer.id)}`
      await query(
        'update golfers set phone = $2, phone_number = $2, email_proven_at = now(), text_consent_at = $3 where id = $1',
        [golfer.id, number, hasAgreed ? app.clock.now() : null],
      )
      return { ...golfer, number }
    },
    async queueAlert({ event = 'posted', ...alert }) {
      counter += 1
      const key = `test:${counter}`
      await notify(app.ctx.db, event, [{ teeTimeIds: [counter], key, ...alert }], app.clock.now())
      const [row] = await query<Row>(`${SELECT_ROWS} where key = $1`, [alert.key ?? key])
      if (row === undefined) throw new Error('Nothing was queued')
      return row.id
    },
    send: (ctx, id, compose = defaultCompose) => deliver(ctx, { deliveryId: id }, compose),
    async readDelivery(id) {
      const [row] = await query<Row>(`${SELECT_ROWS} where id = $1`, [id])
      if (row === undefined) throw new Error(`There is no delivery ${id}`)
      return row
    },
    listDeliveries,
    listMails: () =>
      query(`select recipient, subject, key from messages where channel = 'email' order by id`),
  }
}

const SELECT_ROWS = `select id, event, golfer_id as "golferId", group_id as "groupId",
  tee_time_ids as "teeTimeIds", data, key, channel, status, recipient, body, created_at as "createdAt",
  due_at as "dueAt", tries, tried_at as "triedAt", sent_at as "sentAt", provider_id as "providerId",
  segments, error_code as "errorCode" from deliveries`
