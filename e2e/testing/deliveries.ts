import { deliveries } from '../../server/messaging/schema.ts'
import type { TestGroup } from '../../server/system-tests/testing/factories.ts'
import type { TestServer } from './test-server.ts'

type Row = typeof deliveries.$inferInsert

const HOUR_MS = 3_600_000
const phoneNumber = '+14035550103'

const ROWS: readonly Partial<Row>[] = [
  { event: 'reminder-soon', status: 'queued' },
  { event: 'posted', status: 'deferred', dueAt: new Date(Date.now() + 10 * HOUR_MS) },
  { event: 'spots', status: 'delivered', segments: 1, recipient: phoneNumber },
  { event: 'opened', status: 'sent', segments: 2, recipient: phoneNumber },
  { event: 'posted', status: 'failed', segments: 1, recipient: phoneNumber, errorCode: '30034' },
  { event: 'opt-in', status: 'failed', recipient: phoneNumber, errorCode: '21211' },
  {
    event: 'reply',
    status: 'failed',
    recipient: phoneNumber,
    errorCode: 'unavailable',
    golferId: null,
  },
  { event: 'changed', status: 'failed', channel: 'email', errorCode: 'bad-address' },
  { event: 'posted', status: 'sent', channel: 'email', errorCode: '21610' },
  { event: 'posted', status: 'sent', channel: 'email', errorCode: 'capped' },
  { event: 'cancelled', status: 'dropped', errorCode: 'moot' },
  { event: 'trial-ends', status: 'failed', recipient: phoneNumber, errorCode: '63038' },
]

/** Adds messages in every state to a group's delivery log. None of them is sent. */
export async function fillDeliveryLog(
  { db }: TestServer,
  { id: groupId, owner }: TestGroup,
): Promise<void> {
  await db.insert(deliveries).values(
    ROWS.map((row, n) => ({
      golferId: owner.id,
      groupId,
      key: `delivery:${n}`,
      channel: 'text',
      createdAt: new Date(Date.now() - (n % 3) * 20 * HOUR_MS),
      ...(row.channel === 'email' && { recipient: owner.email }),
      ...row,
    })) as Row[],
  )
}
