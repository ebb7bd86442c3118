import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export function readDeployFile(name: string): string {
  return readFileSync(path.join(ROOT, 'deploy', name), 'utf8')
}

/** Returns the public images on which the Containerfile is based by default. */
export function defaultImages(): { node: string; debian: string } {
  const argument = (name: string) => find('Containerfile', new RegExp(`^ARG ${name}=(\\S+)$`, 'm'))
  return { node: argument('BUILD_IMAGE'), debian: argument('RUN_IMAGE') }
}

/** Returns the full name of a public image that compose.yaml uses. */
export function imageOf(name: string): string {
  return find('compose.yaml', new RegExp(`image: (\\S+/${name}:\\S+)`))
}

/** Returns the text of fourball.env.example with these settings filled in, as an operator would do it. */
export function fillInExample(settings: Readonly<Record<string, string>>): string {
  const remainingSettings = new Map(Object.entries(settings))
  const filled = readDeployFile('fourball.env.example').replace(
    /^([A-Z_]+)=.*$/gm,
    (line, name: string) => {
      const value = remainingSettings.get(name)
      remainingSettings.delete(name)
      return value === undefined ? line : `${name}=${value}`
    },
  )
  return [filled, ...[...remainingSettings].map(([name, value]) => `${name}=${value}`)].join('\n')
}

function find(file: string, pattern: RegExp): string {
  const found = pattern.exec(readDeployFile(file))?.[1]
  if (found === undefined) throw new Error(`deploy/${file} has nothing that matches ${pattern}`)
  return found
}
