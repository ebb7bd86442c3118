import { expect, test } from 'vitest'
import { parseLiveEvent } from './live-events.ts'

test('accepts only events of the contract', () => {
  expect(parseLiveEvent('{"type":"refetch"}')).toEqual({ type: 'refetch' })
  expect(parseLiveEvent('{"type":"tee-time-gone","groupId":1,"teeTimeId":2}')).toEqual({
    type: 'tee-time-gone',
    groupId: 1,
    teeTimeId: 2,
  })
  expect(parseLiveEvent('{"type":"tee-time","groupId":1,"teeTime":{"id":1}}')).toBeUndefined()
  expect(parseLiveEvent('{"type":"of tomorrow"}')).toBeUndefined()
  expect(parseLiveEvent('not json')).toBeUndefined()
})
