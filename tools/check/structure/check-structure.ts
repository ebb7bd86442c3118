import { accessTypesOf, checkAccessTypes, checkDates, checkSql } from './code-rules.ts'
import { checkFiles } from './file-rules.ts'
import { checkFileCycles, checkImports, checkModuleCycles } from './import-rules.ts'
import type { Finding, SourceFile } from './source-file.ts'

/**
 * Checks files against the rules of the codebase, which CONTRIBUTING.md lists.
 * @param files with paths relative to the root of the checkout, separated by `/`
 */
export function checkStructure(files: readonly SourceFile[]): Finding[] {
  const accessTypes = accessTypesOf(files)
  return [
    ...checkFiles(files),
    ...checkImports(files),
    ...checkFileCycles(files),
    ...checkModuleCycles(files),
    ...files.flatMap((file) => [
      ...checkSql(file),
      ...checkAccessTypes(file, accessTypes),
      ...checkDates(file),
    ]),
  ]
}
