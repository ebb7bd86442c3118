import type { GolferHooks } from '../golfer-hooks.ts'
import { deleteMessages, listMessages, listTextsFrom } from './golfer-data/store.ts'
import { readOwnPhones } from './push/read-own-phones.ts'

/** What messaging does when a golfer is exported or deleted. */
export const messagingGolferHooks: GolferHooks = {
  async exportData(tx, golfer) {
    return {
      notifiedPhones: await readOwnPhones(tx, golfer),
      messages: (await listMessages(tx, golfer.golferId)).map(withIsoTime),
      textsFromMe: (await listTextsFrom(tx, golfer.golferId)).map(withIsoTime),
    }
  },

  deleteData: deleteMessages,
}

function withIsoTime<Row extends { at: Date }>(row: Row) {
  return { ...row, at: row.at.toISOString() }
}
