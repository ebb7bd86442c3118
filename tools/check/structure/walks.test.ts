import { expect, test } from 'vitest'
import { checkWalkthroughs, measureWalkthroughs } from './walks.ts'

const DOCUMENT = `# Architecture

1. \`not/in/a/section.ts\`: ignored

## A claim, from the tap to the table

1. \`web/tap.tsx\`: the tap
2. \`server/gone.ts\`: removed since
3. \`web/tap.tsx\`: again

## Layout

Text.
`

test('reports files that do not exist and files that a walk lists twice', () => {
  const exists = (path: string) => path !== 'server/gone.ts'
  const findings = checkWalkthroughs('docs/architecture.md', DOCUMENT, exists)
  expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '8 names server/gone.ts, which does not exist',
    '9 enters web/tap.tsx twice',
  ])
})

test('counts the files of each walk', () => {
  expect(measureWalkthroughs(DOCUMENT)).toEqual([
    { name: "files in the walk 'A claim'", value: 3, max: 12 },
  ])
})
