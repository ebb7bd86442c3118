/**
 * `npm run attack`: starts copies of the app, runs every known attack against them and prints the results as
 * one table. `npm run attack -- claims names` runs only the chapters "claims" and "names". `SEED=7` repeats
 * the random choices of the run that printed "seed 7". Exits with 1 if any attack succeeded.
 */
import { randomBytes } from 'node:crypto'
import { runChapter, startTemplate } from './attack-target.ts'
import { ACCESS } from './chapters/access.ts'
import { ADDRESSES } from './chapters/addresses.ts'
import { CLAIMS } from './chapters/claims.ts'
import { DEFAULTS } from './chapters/defaults.ts'
import { DUPLICATES } from './chapters/duplicates.ts'
import { FLOODS } from './chapters/floods.ts'
import { IDENTITY } from './chapters/identity.ts'
import { MAIL } from './chapters/mail.ts'
import { NAMES } from './chapters/names.ts'
import { PASSWORDS } from './chapters/passwords.ts'
import { REQUESTS } from './chapters/requests.ts'
import { RESTARTS } from './chapters/restarts.ts'
import { SILENCE } from './chapters/silence.ts'
import { SLOW_CLIENTS } from './chapters/slow-clients.ts'
import { TEXTS } from './chapters/texts.ts'
import { TOO_LATE } from './chapters/too-late.ts'
import { VOLUME } from './chapters/volume.ts'
import { type Outcome, tableOf } from './report.ts'

const CHAPTERS = [
  IDENTITY,
  PASSWORDS,
  ADDRESSES,
  NAMES,
  TEXTS,
  TOO_LATE,
  ACCESS,
  REQUESTS,
  VOLUME,
  FLOODS,
  SLOW_CLIENTS,
  CLAIMS,
  DUPLICATES,
  SILENCE,
  RESTARTS,
  DEFAULTS,
  MAIL,
]

const requestedChapters = process.argv.slice(2)
const chapterNames = CHAPTERS.map(({ name }) => name)
const unknownChapters = requestedChapters.filter((name) => !chapterNames.includes(name))
if (unknownChapters.length > 0) {
  console.error(
    `Unknown chapter: ${unknownChapters.join(', ')}. Chapters: ${chapterNames.join(', ')}.`,
  )
  process.exit(2)
}
const seed = Number(process.env['SEED'] ?? randomBytes(4).readUInt32LE())
console.log(`seed ${seed}`)
const outcomes: Outcome[] = []
const template = await startTemplate()
try {
  for (const chapter of CHAPTERS) {
    if (requestedChapters.length > 0 && !requestedChapters.includes(chapter.name)) continue
    outcomes.push(...(await runChapter(chapter, template, seed)))
  }
} finally {
  await template.close()
}
const succeededAttacks = outcomes.filter((outcome) => outcome.failure !== undefined)
console.log(`\n${tableOf(outcomes)}\n`)
console.log(
  `seed ${seed}: ${outcomes.length - succeededAttacks.length} held, ${succeededAttacks.length} broken`,
)
process.exit(succeededAttacks.length > 0 ? 1 : 0)
