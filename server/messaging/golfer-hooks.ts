import type { GolferHooks } from '../ports.ts'
import { readOwnPhones } from './preferences/manage-phones.ts'
import { deleteMessages, listMessages, listTextsFrom } from './store.ts'

/** Exports and deletes a golfer's messages and texts. */
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
