// `npm run super-admin -- email` creates a super admin in the configured database. It reads the password from
// the terminal or from standard input. `npm run super-admin -- email --reset-code` removes the sign-in code
// of a super admin who lost the device that shows the codes.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { email as emailSchema } from '../contract/fields.ts'
import { MAX_PASSWORD_LENGTH } from '../contract/limits.ts'
import { ensureSuperAdmin } from '../server/identity/golfers/create-golfer.ts'
import { findAccount } from '../server/identity/golfers/store.ts'
import { resetCode } from '../server/identity/sign-in-codes/manage-code.ts'
import { systemClock } from '../server/platform/clock.ts'
import {
  ConfigError,
  isWeakForSuperAdmin,
  readConfig,
  WEAK_PASSWORD_MESSAGE,
} from '../server/platform/config.ts'
import { connect, type Database } from '../server/platform/database/database.ts'
import {
  DatabaseStartError,
  startEmbedded,
} from '../server/platform/database/embedded/start-embedded.ts'
import { DatabaseUnreachable, migrate } from '../server/platform/database/migrate.ts'

const RESET_CODE_OPTION = '--reset-code'

/** An error whose message tells the operator what to do. */
class Refusal extends Error {}

try {
  await run(process.argv.slice(2), process.env)
} catch (error) {
  console.error(`Nothing was changed. ${oneLineMessage(error)}`)
  process.exitCode = 1
}

async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [email = '', option] = args
  const isReset = option === RESET_CODE_OPTION
  if (args.length !== (isReset ? 2 : 1) || !emailSchema.safeParse(email).success) {
    throw new Refusal(
      `Pass one email address, and ${RESET_CODE_OPTION} to remove its sign-in code: npm run super-admin -- admin@golf.example`,
    )
  }
  const work = isReset ? removeSignInCode : createSuperAdmin
  // Ignore all other variables, so that this command works without the settings that only the app requires.
  const { dataDir, databaseUrl, databaseDirectUrl } = readConfig({
    DATA_DIR: env['DATA_DIR'],
    DATABASE_URL: env['DATABASE_URL'],
    DATABASE_DIRECT_URL: env['DATABASE_DIRECT_URL'],
  })
  if (databaseUrl !== undefined) {
    await work(databaseDirectUrl ?? databaseUrl, email, 'the database in DATABASE_URL')
    return
  }
  const embedded = await startEmbedded({ dataDir, log: (line) => console.error(line) })
  try {
    await work(embedded.url, email, `the database in ${dataDir}`)
  } finally {
    await embedded.stop()
  }
}

async function createSuperAdmin(url: string, email: string, databaseName: string): Promise<void> {
  await migrate(url)
  const db = connect({ url, poolSize: 1 })
  try {
    await refuseTakenEmail(db, email)
    const password = await askPassword(email)
    if (password.length > MAX_PASSWORD_LENGTH) {
      throw new Refusal(`The password has more than ${MAX_PASSWORD_LENGTH} characters.`)
    }
    if (isWeakForSuperAdmin(password, email))
      throw new Refusal(`The password is ${WEAK_PASSWORD_MESSAGE}.`)
    if (!(await ensureSuperAdmin({ db, clock: systemClock }, { email, password })))
      await refuseTakenEmail(db, email)
    console.log(`${email} is now a super admin in ${databaseName}. Sign in at /super-admin-login.`)
  } finally {
    await db.$client.end()
  }
}

async function removeSignInCode(url: string, email: string, databaseName: string): Promise<void> {
  await migrate(url)
  const db = connect({ url, poolSize: 1 })
  try {
    const golferId = (await findAccount(db, email))?.id
    if (golferId === undefined || !(await resetCode({ db, clock: systemClock }, golferId))) {
      throw new Refusal(`${email} has no sign-in code in ${databaseName}.`)
    }
    console.log(
      `Removed the sign-in code of ${email} and ended all sessions. Sign in with the password to set up a new one.`,
    )
  } finally {
    await db.$client.end()
  }
}

async function refuseTakenEmail(db: Database, email: string): Promise<void> {
  if ((await findAccount(db, email)) !== undefined) {
    throw new Refusal(
      `${email} already has an account, which was not changed. Use another address.`,
    )
  }
}

function askPassword(email: string): Promise<string> {
  return process.stdin.isTTY ? askAtTerminal(email) : readFirstLine()
}

async function askAtTerminal(email: string): Promise<string> {
  const password = await askWithoutEcho(`Password for ${email}: `)
  if ((await askWithoutEcho('Repeat the password: ')) !== password) {
    throw new Refusal('The passwords do not match.')
  }
  return password
}

async function askWithoutEcho(question: string): Promise<string> {
  const silentOutput = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silentOutput, terminal: true })
  process.stderr.write(question)
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('SIGINT', () => reject(new Refusal('Interrupted.')))
      lines.once('close', () => reject(new Refusal('No password was given.')))
    })
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

async function readFirstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin })
  try {
    for await (const line of lines) return line
    throw new Refusal('No password was given.')
  } finally {
    lines.close()
  }
}

function oneLineMessage(error: unknown): string {
  if (error instanceof DatabaseUnreachable)
    return `The database cannot be reached: ${error.message}`
  const isExpected = [Refusal, ConfigError, DatabaseStartError].some(
    (kind) => error instanceof kind,
  )
  const message = error instanceof Error ? error.message || String(error.cause ?? error) : error
  return isExpected ? String(message) : String(message).split('\n').join(' ')
}
