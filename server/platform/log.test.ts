import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('logs a failed query without its parameters', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })
  const cause = new Error('canceling statement due to lock timeout')
  log.error(
    { err: new DrizzleQueryError('update golfers set password = $1', ['$argon2id$x'], cause) },
    'Failed',
  )
  expect(lines.join('')).toContain('update golfers set password = $1')
  expect(lines.join('')).toContain('lock timeout')
  expect(lines.join('')).not.toContain('argon2id')
})

test('logs an error caused by a failed query without its parameters', () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line) => lines.push(line) })
  const query = new DrizzleQueryError('insert into incoming_texts', ['+14035550103', 'in 7'])
  log.error({ err: new Error('Could not process a webhook event', { cause: query }) }, 'Failed')
  expect(lines.join('')).toContain('insert into incoming_texts')
  expect(lines.join('')).not.toContain('+14035550103')
})

test('keeps the stack of other errors', () => {
  const lines: string[] = []
  createLog('error', { write: (line) => lines.push(line) }).error(
    { err: new Error('Odd') },
    'Failed',
  )
  expect(JSON.parse(lines.join(''))).toMatchObject({
    err: { message: 'Odd', stack: expect.any(String) },
  })
})
