/**
 * `npm run copy`: collects every string that people can see from the code, and writes them to `docs/copy.md`.
 * With `--check`, fails if that file is out of date.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type CopyString, collectCopy } from './collect-copy.ts'

const DOCUMENT = 'docs/copy.md'

/** The sections of the document, in order. A file goes to the first section that it matches. */
const SECTIONS: readonly (readonly [title: string, files: RegExp, note?: string])[] = [
  ['Public pages', /^web\/features\/groups\/signups\//],
  ['Tee times', /^web\/features\/tee-times\//],
  ['Weather', /^web\/features\/weather\//],
  ['Groups', /^web\/features\/groups\//],
  ['Accounts', /^web\/features\/identity\//],
  ['Messages and preferences', /^web\/features\/messaging\//],
  ['Payments', /^web\/features\/billing\//],
  ['Super admin', /^web\/features\/admin\//],
  ['Around the screens', /^web\/(app|ui|lib)\//],
  [
    'Texts, emails and notifications',
    /^server\/messaging\//,
    'The texts under `server/messaging/alerts/` are listed without what each of them has: "Fourball: " before it and a link after it. A text that does not fit with its link is sent without the link.',
  ],
  ['Rules and errors that both sides share', /^contract\//],
  [
    'Errors of the server',
    /^server\/((identity|groups|tee-times|weather|live|billing|admin|platform\/http)\/|platform\/errors\.ts$)/,
  ],
  ['Declined payments', /^server\/providers\/payments\//],
]

const EXCLUDED_FILES =
  /\.test\.tsx?$|\/testing\/|store\.ts$|schema\.ts$|\/(metrics|regions|read-command)\.ts$/

function composeDocument(): string {
  const files = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', 'web', 'server', 'contract'],
    {
      encoding: 'utf8',
    },
  )
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !EXCLUDED_FILES.test(file))
    .toSorted()
  const remaining = new Set(files)
  const parts = [
    '# Copy',
    'Every string that a person can meet. `npm run copy` writes this file from the code. Values are in braces, alternatives are separated by bars.',
  ]
  for (const [title, pattern, note] of SECTIONS) {
    parts.push(`## ${title}`, ...(note === undefined ? [] : [note]))
    for (const file of remaining) {
      if (!pattern.test(file)) continue
      remaining.delete(file)
      const found = distinct(collectCopy(file, readFileSync(file, 'utf8')))
      if (found.length > 0) parts.push(`### ${file}`, found.map((text) => `- ${text}`).join('\n'))
    }
  }
  return `${parts.join('\n\n')}\n`
}

function distinct(found: readonly CopyString[]): string[] {
  return [...new Set(found.map(({ text }) => text))]
}

const document = composeDocument()
if (process.argv.includes('--check')) {
  if (readFileSync(DOCUMENT, 'utf8') !== document) {
    console.error(`${DOCUMENT} is out of date. Run \`npm run copy\`.`)
    process.exitCode = 1
  }
} else {
  writeFileSync(DOCUMENT, document)
  console.log(
    `${DOCUMENT}: ${document.split('\n').filter((line) => line.startsWith('- ')).length} strings`,
  )
}
