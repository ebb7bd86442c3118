import { isTest, topFolderOf } from './folders.ts'
import type { Finding, SourceFile } from './source-file.ts'

const WARN_ABOVE_LINES = 300
const MAX_LINES = 400
const MEANINGLESS_NAMES = /^(utils?|helpers?|misc|common|managers?)$/i

export function checkFiles(files: readonly SourceFile[]): Finding[] {
  const siblings = new Map<string, Set<string>>()
  for (const file of files) {
    if (isTest(file)) continue
    const stems = siblings.get(file.folder) ?? new Set()
    siblings.set(file.folder, stems.add(file.stem))
  }
  return files.flatMap((file) => [
    ...checkLength(file),
    ...checkName(file),
    ...checkPlaceOfTest(file, siblings.get(file.folder) ?? new Set()),
  ])
}

function checkLength({ path, lineCount }: SourceFile): Finding[] {
  if (lineCount > MAX_LINES)
    return [
      {
        path,
        level: 'error',
        message: `has ${lineCount} lines; the limit is ${MAX_LINES}: move one of its concerns to another file`,
      },
    ]
  return lineCount > WARN_ABOVE_LINES
    ? [{ path, level: 'warning', message: `has ${lineCount} lines: consider splitting it` }]
    : []
}

function checkName({ path }: SourceFile): Finding[] {
  const words = path.split('/').flatMap((part) => part.split(/[-_.]|(?<=[a-z0-9])(?=[A-Z])/))
  const meaningless = words.find((word) => MEANINGLESS_NAMES.test(word))
  return meaningless === undefined
    ? []
    : [
        {
          path,
          level: 'error',
          message: `"${meaningless}" does not say what is inside: name it after what it does, in the terms of golf or of the field`,
        },
      ]
}

/**
 * Checks that end-to-end tests are in `e2e/`. Checks that any other test is named after a file in its folder
 * (`edit-tee-time.race.test.ts` tests `edit-tee-time.ts`) or after the folder. A test with another name must
 * import from its folder or from that folder's `testing/`.
 */
function checkPlaceOfTest(file: SourceFile, siblings: ReadonlySet<string>): Finding[] {
  if (file.name.includes('.e2e.'))
    return topFolderOf(file.path) === 'e2e'
      ? []
      : [
          {
            path: file.path,
            level: 'error',
            message: 'journeys involve several folders: they belong in e2e/',
          },
        ]
  if (!isTest(file)) return []
  const hasSubject =
    file.folder.endsWith(`/${file.stem}`) ||
    [...siblings].some((stem) => file.stem === stem || file.stem.startsWith(`${stem}-`)) ||
    file.imports.some(({ target }) => isInside(file.folder, target))
  return hasSubject
    ? []
    : [
        {
          path: file.path,
          level: 'error',
          message: `tests nothing in ${file.folder}/: put it next to the file it tests and name it after that file`,
        },
      ]
}

function isInside(folder: string, target: string | undefined): boolean {
  const targetFolder = target?.replace(/\/[^/]+$/, '')
  return targetFolder === folder || targetFolder === `${folder}/testing`
}
