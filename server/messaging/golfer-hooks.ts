import type { GolferHooks } from '../ports.ts'
import { readOwnPhones } from './preferences/manage-phones.ts'
import { deleteMessages, listMessages, listTextsFrom } from './store.ts'

export const messagingGolferHooks: GolferHooks = {
  async exportData(tx, golfer) {
    return {
      notifiedPhones: await readOwnPhones(tx, golfer),
      messages: await listMessages(tx, golfer.golferId),
      textsFromMe: await listTextsFrom(tx, golfer.golferId),
    }
  },

  deleteData: deleteMessages,
}
