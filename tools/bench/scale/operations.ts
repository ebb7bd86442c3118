import { listMyGroups } from '../../../contract/groups.ts'
import { listMyInvitations } from '../../../contract/invitations.ts'
import { listMyTeeTimes } from '../../../contract/tee-times.ts'
import { scheduleOf, tasksOf } from '../../../server/app/jobs.ts'
import {
  inboundParams,
  signedRequest,
} from '../../../server/providers/texts/testing/twilio-stand-in.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../../server/system-tests/testing/test-app.ts'
import { golferIdOf, phoneNumberOf } from './fill-database.ts'

/** The maximum number of calls per operation. Each call uses a different tee time if there are enough. */
export const MAX_CALLS = 60

const PUBLIC_URL = 'https://golf.example'
const INBOUND_PATH = '/api/webhooks/twilio/inbound'

export type Operations = ReadonlyMap<string, () => Promise<void>>

/** One of the two apps that the benchmark compares. Both run in this process. */
export interface Side {
  readonly app: TestApp
  readonly operations: Operations
}

interface CallInput {
  readonly teeTimeId: number
  /** The tee time's number in texts. */
  readonly number: number
  readonly slug: string
  /** The session of a member who isn't playing. */
  readonly session: string
  /** The phone number of another member who isn't playing. */
  readonly texterNumber: string
}

/**
 * Starts an app on a filled database.
 * @param twilio environment variables that make the app use a fake Twilio
 */
export async function startSide(
  databaseUrl: string,
  twilio: Readonly<Record<string, string>>,
): Promise<Side> {
  const at = new Date().toISOString()
  const app = await startTestApp({ databaseUrl, at, env: { ...twilio, PUBLIC_URL } })
  const inputs = await pickCallInputs(app)
  const jobs = scheduleOf(app.ctx).map(({ task }) => jobOf(app, task))
  return { app, operations: new Map([...callsOf(app, inputs), ...jobs]) }
}

/** Picks random upcoming tee times, and for each tee time two members who aren't playing in it. */
async function pickCallInputs(app: TestApp): Promise<CallInput[]> {
  const { rows } = await app.ctx.db.$client.query<{
    id: number
    number: number
    group_id: number
    slug: string
  }>(
    `select t.id, t.number, t.group_id, g.slug from tee_times t join groups g on g.id = t.group_id
     where t.archived_at is null order by md5(t.id::text) limit $1`,
    [MAX_CALLS],
  )
  const make = factories(app.ctx)
  const inputs: CallInput[] = []
  for (const { id, number, group_id: groupId, slug } of rows) {
    const session = await make.signIn(golferIdOf(groupId, number + 4))
    const texterNumber = phoneNumberOf(golferIdOf(groupId, number + 5))
    inputs.push({ teeTimeId: id, number, slug, session, texterNumber })
  }
  return inputs
}

function callsOf(
  app: TestApp,
  inputs: readonly CallInput[],
): (readonly [string, () => Promise<void>])[] {
  const operation = (name: string, work: (input: CallInput) => Promise<void>) => {
    let n = 0
    const run = () => {
      const input = inputs[n % inputs.length]
      if (input === undefined) throw new Error('There are no upcoming tee times')
      n += 1
      return work(input)
    }
    return [name, run] as const
  }
  return [
    operation('list', ({ slug, session }) =>
      expectOk(app, session, `/api/groups/slug/${slug}/tee-times`),
    ),
    operation('dashboard', async ({ session }) => {
      const lists = [listMyGroups, listMyInvitations, listMyTeeTimes]
      await Promise.all(lists.map(({ path }) => expectOk(app, session, path)))
    }),
    operation('claim', async ({ teeTimeId, session }) => {
      const { status } = await app.phone(session).post(`/api/tee-times/${teeTimeId}/claim`)
      if (status !== 200) throw new Error(`A claim returned ${status}`)
    }),
    operation('inbound text `IN n`', async ({ texterNumber: from, number }) => {
      const params = inboundParams({ from, body: `IN ${number}` })
      const { status } = await app
        .phone()
        .send(INBOUND_PATH, signedRequest(PUBLIC_URL + INBOUND_PATH, params))
      if (status !== 200) throw new Error(`A text returned ${status}`)
    }),
  ]
}

async function expectOk(app: TestApp, session: string, path: string): Promise<void> {
  const { status } = await app.phone(session).get(path)
  if (status !== 200) throw new Error(`${path} returned ${status}`)
}

function jobOf(app: TestApp, task: string): readonly [string, () => Promise<void>] {
  const work = tasksOf(app.ctx)[task]
  if (work === undefined) throw new Error(`There is no task ${task}`)
  return [`job \`${task}\``, () => work({})]
}
