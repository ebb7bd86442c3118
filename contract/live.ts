import * as z from 'zod/mini'
import { id } from './fields.ts'
import { teeTime } from './tee-times.ts'

export const LIVE_PATH = '/api/live'

/** The server sends data at least this often. A client that gets nothing for twice as long reconnects. */
export const LIVE_HEARTBEAT_MS = 20_000

export const liveEvent = z.discriminatedUnion('type', [
  /** The client must refetch its data: the stream has just started, or events may have been missed. */
  z.object({ type: z.literal('refetch') }),
  z.object({ type: z.literal('tee-time'), groupId: id, teeTime }),
  /** The tee time was canceled, or it was archived after its end. */
  z.object({ type: z.literal('tee-time-gone'), groupId: id, teeTimeId: id }),
  z.object({ type: z.literal('group-changed'), groupId: id }),
])
export type LiveEvent = z.output<typeof liveEvent>
