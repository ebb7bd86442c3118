import { startTwilio } from '../../../server/providers/texts/testing/twilio-stand-in.ts'
import {
  type ServerProcess,
  startServer,
  startWorker,
  type WorkerProcess,
} from '../../../server/system-tests/testing/server-process.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { Load } from './load.ts'
import type { Programs } from './programs.ts'
import { prepareScene } from './scene.ts'
import { LivePhones } from './streams.ts'
import { Texting } from './texting.ts'

/**
 * How long the fake Twilio takes to accept a text, in milliseconds: long enough for a kill to interrupt some
 * calls.
 */
const TWILIO_RESPONSE_MS = 50

export interface Rig {
  readonly cluster: Cluster
  readonly load: Load
  readonly phones: LivePhones
  readonly texting: Texting
  /** Kills the first of the two app nodes with `kill -9`. */
  killApp(): Promise<void>
  startApp(): Promise<void>
  killWorker(): Promise<void>
  startWorker(): Promise<void>
}

/**
 * Starts the cluster, two app nodes without jobs, a worker, and the golfers' phones.
 * @param stack ends everything when it is disposed of, even while this function is still running
 */
export async function startRig(programs: Programs, stack: AsyncDisposableStack): Promise<Rig> {
  const cluster = await startCluster(programs, stack)
  const scene = await prepareScene(cluster.databaseUrl)
  const twilio = await startTwilio()
  stack.defer(() => twilio.close())
  twilio.mode = TWILIO_RESPONSE_MS

  const env = {
    DATABASE_URL: cluster.databaseUrl,
    PUBLIC_URL: cluster.webUrl,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'silent',
    ...twilio.env,
  }
  const startedProcesses = new Set<Promise<WorkerProcess>>()
  // A process that is still starting is killed as soon as it has started.
  stack.defer(async () => {
    for (const result of await Promise.allSettled(startedProcesses)) {
      if (result.status === 'fulfilled') await result.value.kill()
    }
  })
  const track = <T extends WorkerProcess>(start: () => Promise<T>): Promise<T> => {
    if (stack.disposed) throw new Error('The rehearsal has been stopped')
    const starting = start()
    startedProcesses.add(starting)
    return starting
  }
  const startAppOn = (port: number) =>
    track(() => startServer({ ...env, JOBS: 'off', PORT: String(port) }))
  const [firstPort = 0, secondPort = 0] = cluster.appPorts
  let app: ServerProcess | undefined
  let worker: WorkerProcess | undefined
  const rig: Rig = {
    cluster,
    load: new Load(cluster.webUrl, scene),
    phones: new LivePhones(cluster.webUrl, scene),
    texting: new Texting(twilio, cluster.webUrl, scene),
    async killApp() {
      await app?.kill()
    },
    async startApp() {
      app = await startAppOn(firstPort)
    },
    async killWorker() {
      await worker?.kill()
    },
    async startWorker() {
      worker = await track(() => startWorker(env))
    },
  }
  await rig.startApp()
  await startAppOn(secondPort)
  await rig.startWorker()
  stack.defer(() => rig.phones.stop())
  stack.defer(async () => rig.load.abandon())
  stack.defer(async () => rig.texting.abandon())
  return rig
}
