import { type LiveEvent, liveEvent } from '../../contract/live.ts'

/** Parses an event. Returns undefined for an event that this version of the contract doesn't have. */
export function parseLiveEvent(data: string): LiveEvent | undefined {
  try {
    const event = liveEvent.safeParse(JSON.parse(data))
    return event.success ? event.data : undefined
  } catch {
    return undefined
  }
}
