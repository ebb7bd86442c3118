import { expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp } from '../../system-tests/testing/test-app.ts'
import { deleteOldTexts } from './store.ts'
import { newSid, texting } from './testing/texting.ts'

test('deletes the wording of old messages, but still recognizes a repeated text', async () => {
  const app = await startTestApp({ at: '2026-06-01T18:00:00Z' })
  try {
    const make = factories(app.ctx)
    const phones = texting(app)
    const group = await make.group()
    const number = await phones.givePhone(group.owner)
    const { id } = await make.teeTime(group, { date: '2026-12-24' })
    const providerId = newSid()
    await phones.text(number, 'in 1', { providerId })
    await phones.text(number, 'out 1')
    await phones.text(number, 'list')
    const bodies = async () =>
      (await app.ctx.db.$client.query('select body from incoming_texts order by id')).rows.map(
        ({ body }) => body,
      )
    await deleteOldTexts(app.ctx)
    expect(await bodies()).toEqual(['in 1', 'out 1', 'list'])
    app.clock.moveBy(91 * 86_400_000)
    await phones.text(number, 'help')
    await deleteOldTexts(app.ctx)
    expect(await bodies()).toEqual(['', '', '', 'help'])
    const known = 'select from incoming_texts where number = $1'
    expect((await app.ctx.db.$client.query(known, [number])).rowCount).toBe(1)
    await phones.text(number, 'in 1', { providerId })
    expect(await phones.playersOf(id)).toEqual([])
  } finally {
    await app.close()
  }
})

test("keeps only the ids of a deleted account's texts, so that none is handled twice", async () => {
  const app = await startTestApp()
  try {
    const make = factories(app.ctx)
    const golfer = await make.golfer({ password: 'back-nine-2026' })
    const group = await make.group()
    await make.member(group, { golfer })
    const { id } = await make.teeTime(group)
    const phones = texting(app)
    const number = await phones.givePhone(golfer)
    const providerId = newSid()
    await phones.text(number, 'help')
    await phones.text(number, 'in 1', { providerId })
    await phones.text(number, 'out 1')
    expect((await phones.runJobsAndListTexts(number)).join()).toMatch(
      /You're in: .*You're out of #1/,
    )
    const deletion = await app
      .phone(golfer.session)
      .delete('/api/my-account', { password: 'back-nine-2026' })
    expect(deletion.status, deletion.text).toBe(200)
    for (const found of [
      'incoming_texts where number = $1',
      'deliveries where recipient = $1',
      'messages where recipient = $1',
    ]) {
      const { rowCount } = await app.ctx.db.$client.query(`select from ${found}`, [number])
      expect(rowCount, found).toBe(0)
    }
    // A repeated delivery of an earlier text must not act for the next golfer who has this number.
    const nextGolfer = await make.golfer()
    await make.member(group, { golfer: nextGolfer })
    await phones.givePhone(nextGolfer, { number })
    await phones.text(number, 'in 1', { providerId })
    expect(await phones.playersOf(id)).toEqual([])
  } finally {
    await app.close()
  }
})
