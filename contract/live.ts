import * as z from 'zod/mini'
import { id } from './fields.ts'
import { teeTime } from './tee-times.ts'

export const LIVE_PATH = '/api/live'

/** The longest silence of a stream. A client that receives nothing for twice as long reconnects. */
export const LIVE_HEARTBEAT_MS = 20_000

/** The `data` of each server-sent event, as JSON. */
export const liveEvent = z.discriminatedUnion('type', [
  /** The client must refetch its data. Sent first in every stream, and again if the server missed events. */
  z.object({ type: z.literal('refetch') }),
  z.object({ type: z.literal('tee-time'), groupId: id, teeTime }),
  /** The tee time was canceled, or it has ended and was archived. */
  z.object({ type: z.literal('tee-time-gone'), groupId: id, teeTimeId: id }),
  z.object({ type: z.literal('group-changed'), groupId: id }),
])
export type LiveEvent = z.output<typeof liveEvent>
