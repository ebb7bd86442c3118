import type { SourceFile } from './source-file.ts'

/** The top-level folders that contain code. */
export const ROOMS = ['contract', 'server', 'web', 'e2e', 'tools'] as const

const FEATURE = /^(server|web)\/features\/([^/]+)\//

export function roomOf(path: string): string {
  return path.split('/')[0] ?? ''
}

/** Returns the feature that a file belongs to, and its side: `server` or `web`. */
export function featureOf(path: string): { side: string; feature: string } | undefined {
  const [, side, feature] = FEATURE.exec(path) ?? []
  return side === undefined || feature === undefined ? undefined : { side, feature }
}

/** Returns whether a file is a test, or code that only tests run. */
export function isForTests(path: string): boolean {
  return /\.(test|e2e)\.tsx?$/.test(path) || path.split('/').includes('testing')
}

export function isTest(file: SourceFile): boolean {
  return /\.test\.tsx?$/.test(file.name)
}
