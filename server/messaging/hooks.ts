import type { GolferHooks, GroupHooks } from '../ports.ts'
import { readOwnPhones } from './preferences/manage-phones.ts'
import { queueJoinRequestAlert } from './recipients/notify-golfers.ts'
import { deleteMessages, deleteSomeOfGroup, listMessages, listTextsFrom } from './store.ts'

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

export const messagingGroupHooks: GroupHooks = {
  joinRequested: queueJoinRequestAlert,
  purgeBatch: deleteSomeOfGroup,
}
