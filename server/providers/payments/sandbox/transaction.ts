import {
  newId,
  type SandboxObject,
  type SandboxObjectKind,
  type SandboxObjectOf,
  type SandboxState,
  secondsOf,
} from './objects.ts'

/** A database transaction of the sandbox. Only one runs at a time. */
export interface SandboxTransaction {
  readonly now: Date
  readonly state: SandboxState
  /** Returns the full URL of a path in the app. */
  linkTo(path: string): string
  find<K extends SandboxObjectKind>(object: K, id: string): Promise<SandboxObjectOf<K> | undefined>
  /** Returns the objects of a kind that contain all fields of `having`, also nested ones, oldest first. */
  list<K extends SandboxObjectKind>(object: K, having?: object): Promise<SandboxObjectOf<K>[]>
  save(thing: SandboxObject): Promise<void>
  /** Queues an event, to be delivered after this transaction commits. */
  queueEvent(eventId: string): Promise<void>
}

/** Returns an object that must exist, because another object refers to it. */
export async function get<K extends SandboxObjectKind>(
  tx: SandboxTransaction,
  object: K,
  id: string,
): Promise<SandboxObjectOf<K>> {
  const found = await tx.find(object, id)
  if (found === undefined) throw new Error(`The sandbox has no ${object} ${id}`)
  return found
}

const ORDINAL_DIGITS = 10

/** Records an event with the object's current state and queues its delivery. */
export async function recordEvent(
  tx: SandboxTransaction,
  type: string,
  object: object,
): Promise<void> {
  tx.state.events += 1
  const ordinal = String(tx.state.events).padStart(ORDINAL_DIGITS, '0')
  const id = newId(`evt_${ordinal}`)
  await tx.save({ id, object: 'event', created: secondsOf(tx.now), type, data: { object } })
  await tx.save(tx.state)
  await tx.queueEvent(id)
}
