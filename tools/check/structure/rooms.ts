import type { SourceFile } from './source-file.ts'

/** The top folders that hold code. */
export const ROOMS = ['contract', 'server', 'web', 'e2e', 'tools'] as const

const FEATURE = /^(server|web)\/features\/([^/]+)\//

export function roomOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** The feature that a file belongs to, with its side. */
export function featureOf(path: string): { side: string; feature: string } | undefined {
  const [, side, feature] = FEATURE.exec(path) ?? []
  return side === undefined || feature === undefined ? undefined : { side, feature }
}

/** Tests, and the code that only tests run. */
export function isForTests(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || path.split('/').includes('testing')
}

export function isTest(file: SourceFile): boolean {
  return /\.test\.tsx?$/.test(file.name)
}
