import { downloadRound as endpoint } from '../../../../contract/calendars.ts'
import type { TeeTime } from '../../../../contract/tee-times.ts'
import { addressOf, getFile } from '../../../lib/api-client.ts'
import { saveFile } from '../../../ui/save-file.ts'

/** Downloads a tee time as a calendar file. */
export async function downloadRound({ id, number }: TeeTime): Promise<void> {
  // A plain link would not send the session.
  const file = await getFile(addressOf(endpoint, { params: { id } }))
  saveFile(file, `tee-time-${number}.ics`)
}
