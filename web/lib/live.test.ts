import { expect, test, vi } from 'vitest'
import { openLiveStream, retryDelayMs } from './live.ts'

test('doubles the wait, with jitter, up to half a minute', () => {
  expect([0, 1, 2, 3].map((attempt) => retryDelayMs(attempt, 1))).toEqual([1000, 2000, 4000, 8000])
  expect(retryDelayMs(0, 0)).toBe(500)
  expect(retryDelayMs(50, 1)).toBe(30_000)
  expect(retryDelayMs(50, 0)).toBe(15_000)
})

test('says when the stream last received something before the phone slept', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { onLine: true })
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
      stream = controller
      signal.addEventListener('abort', () => controller.error(signal.reason))
    }
    return new Response(new ReadableStream({ start }))
  })
  const openedAt = Date.parse('2026-05-30T14:00:00Z')
  const now = vi.spyOn(Date, 'now').mockReturnValue(openedAt)
  const [onEvent, onStatus] = [vi.fn(), vi.fn()]
  const close = openLiveStream({ sessionId: '', onEvent, onStatus })
  await vi.waitFor(() => expect(onStatus).toHaveBeenCalledWith('live', openedAt))

  const heardAt = openedAt + 60_000
  now.mockReturnValue(heardAt)
  stream?.enqueue(new TextEncoder().encode('data: {"type":"refetch"}\n\n'))
  await vi.waitFor(() => expect(onEvent).toHaveBeenCalled())

  now.mockReturnValue(heardAt + 4 * 3_600_000)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(onStatus).toHaveBeenCalledWith('reconnecting', heardAt))
  close()
})
