import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it, onTestFinished } from 'vitest'
import { queryFirstColumn, until, untilEnded } from './scratch.ts'
import { startThrowaway } from './throwaway.ts'

const pidQuery = `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)`

it('clones templates and leaves nothing behind when stopped', async () => {
  const { adminUrl, stop } = await startThrowaway()
  onTestFinished(stop)
  await queryFirstColumn(adminUrl, 'create database template')
  await queryFirstColumn(adminUrl, 'create database clone template template')
  expect(await queryFirstColumn(adminUrl, 'show max_connections')).toEqual(['300'])
  const pid = Number((await queryFirstColumn(adminUrl, pidQuery))[0])
  await stop()
  await untilEnded(pid)
  await expect(access(directoryOf(adminUrl))).rejects.toThrow('ENOENT')
})

it('leaves nothing behind when the test runner is killed', async () => {
  const source = `
    import { startThrowaway } from ${JSON.stringify(new URL('throwaway.ts', import.meta.url).href)}
    process.stdout.write((await startThrowaway()).adminUrl + '\\n')
    setInterval(() => undefined, 1000)`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void runner.kill('SIGKILL'))
  const [adminUrl] = await once(createInterface({ input: runner.stdout }), 'line')
  const pid = Number((await queryFirstColumn(String(adminUrl), pidQuery))[0])
  process.kill(-(runner.pid ?? 0), 'SIGKILL')
  await untilEnded(pid)
  await until(() =>
    access(directoryOf(String(adminUrl))).then(
      () => false,
      () => true,
    ),
  )
})

function directoryOf(adminUrl: string): string {
  return dirname(new URL(adminUrl).searchParams.get('host') ?? '')
}
