import type { Roles } from './cluster.ts'
import type { Rig } from './rig.ts'

/** Undoes a fault: restarts killed processes, or resumes stopped ones. */
type Repair = () => Promise<void>

export interface Fault {
  readonly name: string
  /**
   * The limit for the time that a phone goes without live events, in milliseconds. Undefined for faults of
   * the database: live events then wait until the database has recovered.
   */
  readonly streamLimitMs?: number
  inject(rig: Rig, roles: Roles): Promise<Repair>
}

const NODE_STREAM_LIMIT_MS = 5_000

/** The primary's machine loses power: all of its processes end at the same moment. */
export const PRIMARY_KILLED: Fault = {
  name: 'primary killed (kill -9)',
  async inject(_, { primary }) {
    primary.signal('SIGKILL')
    return async () => primary.start()
  },
}

/**
 * The primary's machine goes silent: its connections stay open but nothing responds, as in a network that
 * drops packets. When the machine is back, it still acts as the primary, because it doesn't know about the
 * new primary.
 */
const PRIMARY_SILENT: Fault = {
  name: 'primary silent, back later',
  async inject(_, { primary }) {
    primary.signal('SIGSTOP')
    return async () => primary.signal('SIGCONT')
  },
}

/** The standby's machine goes silent. No change is acknowledged until Patroni gives up on the standby. */
const STANDBY_SILENT: Fault = {
  name: 'standby silent, back later',
  async inject(_, { standby }) {
    standby.signal('SIGSTOP')
    return async () => standby.signal('SIGCONT')
  },
}

/** An operator makes the standby the primary, for example to update the machine of the former primary. */
const SWITCHOVER: Fault = {
  name: 'planned switchover',
  async inject(_, { primary, standby }) {
    const switched = primary.switchTo(standby.name)
    switched.catch(() => {})
    return () => switched
  },
}

export const APP_KILLED: Fault = {
  name: 'app node killed (kill -9)',
  streamLimitMs: NODE_STREAM_LIMIT_MS,
  async inject(rig) {
    await rig.killApp()
    return () => rig.startApp()
  },
}

const WORKER_KILLED: Fault = {
  name: 'worker killed (kill -9)',
  streamLimitMs: NODE_STREAM_LIMIT_MS,
  async inject(rig) {
    await rig.killWorker()
    return () => rig.startWorker()
  },
}

export const ALL_FAULTS: readonly Fault[] = [
  PRIMARY_KILLED,
  PRIMARY_SILENT,
  STANDBY_SILENT,
  SWITCHOVER,
  APP_KILLED,
  WORKER_KILLED,
]
