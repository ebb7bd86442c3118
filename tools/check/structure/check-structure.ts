import { checkDates, checkScopes, checkSql, scopesOf } from './code-rules.ts'
import { checkFeatureNames, checkFiles } from './file-rules.ts'
import { checkCircles, checkImports } from './import-rules.ts'
import { type Finding, readSource } from './source-file.ts'

/**
 * Checks a tree of files against the codebase rules (CONTRIBUTING.md lists them).
 * @param tree text by path from the root of the checkout, with `/`
 */
export function checkStructure(tree: ReadonlyMap<string, string>): Finding[] {
  const files = [...tree].map(([path, text]) => readSource(path, text))
  const scopes = scopesOf(files)
  return [
    ...checkFiles(files),
    ...checkFeatureNames(files),
    ...checkImports(files),
    ...checkCircles(files),
    ...files.flatMap((file) => [
      ...checkSql(file),
      ...checkScopes(file, scopes),
      ...checkDates(file),
    ]),
  ]
}
