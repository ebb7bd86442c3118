import { systemClock } from '../../../server/platform/clock.ts'
import { connect } from '../../../server/platform/database/database.ts'
import { migrate } from '../../../server/platform/database/migrate.ts'
import { factories, type TestGolfer } from '../../../server/system-tests/testing/factories.ts'
import { SPOTS } from './load.ts'

const PLAYERS = 20
const TEE_TIMES = 24

/** How many golfers text. Each one texts at most TEXTED_TEE_TIMES times, which is below the hourly limit. */
const TEXTERS = 120
const TEXTED_TEE_TIMES = 18

export interface Scene {
  /** The golfers who claim and leave spots in the web app. */
  readonly players: readonly TestGolfer[]
  readonly teeTimeIds: readonly number[]
  /** The phone numbers of the golfers who text, in E.164. */
  readonly phoneNumbers: readonly string[]
  /** The numbers of the tee times that golfers text about, as in 'IN 7'. */
  readonly textedTeeTimes: readonly number[]
}

/** Migrates the database. Creates a group of golfers who use the web app, and a group of golfers who text. */
export async function prepareScene(databaseUrl: string): Promise<Scene> {
  await migrate(databaseUrl)
  const db = connect({ url: databaseUrl })
  try {
    const make = factories({ db, clock: systemClock })
    const group = await make.group()
    const players: TestGolfer[] = []
    for (let n = 0; n < PLAYERS; n += 1) players.push(await make.member(group))
    const teeTimeIds: number[] = []
    for (let n = 0; n < TEE_TIMES; n += 1) {
      teeTimeIds.push((await make.teeTime(group, { maxPlayers: SPOTS })).id)
    }

    const textingGroup = await make.group()
    const texters: number[] = []
    for (let n = 0; n < TEXTERS; n += 1) texters.push((await make.member(textingGroup)).id)
    const textedTeeTimes: number[] = []
    for (let n = 1; n <= TEXTED_TEE_TIMES; n += 1) {
      // Each tee time has its own course and number, and a reply contains one of them. So the replies to two
      // texts differ, and the rehearsal recognizes duplicates.
      const { number } = await make.teeTime(textingGroup, { course: `Course ${n}`, maxPlayers: 8 })
      textedTeeTimes.push(number)
    }
    await db.execute(
      `update golfers set text_consent_at = now(), phone_number = '+1403' || (5550000 + id)
       where id in (${texters.join()})`,
    )
    // Turn off all other messages, because the rehearsal counts replies.
    await db.execute('update group_members set muted = true')
    await db.execute('delete from graphile_worker._private_jobs')
    const phoneNumbers = texters.map((id) => `+1403${5_550_000 + id}`)
    return { players, teeTimeIds, phoneNumbers, textedTeeTimes }
  } finally {
    await db.$client.end()
  }
}
