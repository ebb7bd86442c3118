import { downloadRound as endpoint } from '../../../contract/calendars.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { addressOf, getFile } from '../../shell/api-client.ts'
import { saveFile } from '../../ui/save-file.ts'

/** Hands a tee time to the phone as a file for its calendar. */
export async function downloadRound({ id, number }: TeeTime): Promise<void> {
  // By a call of ours, as a link would not bring the session along.
  const file = await getFile(addressOf(endpoint, { params: { id } }))
  saveFile(file, `tee-time-${number}.ics`)
}
