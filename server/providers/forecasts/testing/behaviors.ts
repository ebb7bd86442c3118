import type { ServerResponse } from 'node:http'
import { type Answer, refusal } from './answers.ts'

/**
 * How the server responds:
 * - `ok`: as documented; `slow`: the same after `slowMs`
 * - `hanging`: accepts the request and never responds; `trickling`: starts a response and never ends it
 * - `failing`: 500; `limited`: 429; `refusing`: 400; each with Open-Meteo's error body
 * - `garbled`: not JSON; `wrong-shape`: other JSON; `endless`: a body without end
 * - `dropping`: breaks the connection in the middle of the body
 * - `flaky`: 503 for every other request, starting with the first
 */
export type Mode =
  | 'ok'
  | 'slow'
  | 'hanging'
  | 'trickling'
  | 'failing'
  | 'limited'
  | 'refusing'
  | 'garbled'
  | 'wrong-shape'
  | 'endless'
  | 'dropping'
  | 'flaky'

/** `answer` is the correct response. `nth` is 1 for the first request to an API. */
export interface HandledRequest {
  response: ServerResponse
  answer: Answer
  slowMs: number
  nth: number
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' }

export function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, JSON_HEADERS).end(JSON.stringify(body))
}

function sendEndlessly(response: ServerResponse): void {
  const block = ' '.repeat(64 * 1024)
  response.writeHead(200, JSON_HEADERS)
  const writeMore = () => {
    while (!response.destroyed && response.write(block)) {
      // Writes as fast as the client reads.
    }
    if (!response.destroyed) response.once('drain', writeMore)
  }
  writeMore()
}

const LIMIT_MESSAGE = 'Minutely API request limit exceeded. Please try again in one minute.'

const sendWhole = ({ response, answer }: HandledRequest) =>
  send(response, answer.status, answer.body)

export const BEHAVIORS: Record<Mode, (handled: HandledRequest) => void> = {
  ok: sendWhole,
  slow: (handled) => setTimeout(() => sendWhole(handled), handled.slowMs),
  hanging: () => undefined,
  trickling: ({ response, answer }) =>
    response.writeHead(200, JSON_HEADERS).write(JSON.stringify(answer.body).slice(0, 10)),
  failing: ({ response }) => send(response, 500, refusal('Internal Server Error')),
  limited: ({ response }) => send(response, 429, refusal(LIMIT_MESSAGE)),
  refusing: ({ response }) => send(response, 400, refusal('Parameter is out of allowed range')),
  garbled: ({ response }) => response.writeHead(200, JSON_HEADERS).end('<html>Bad gateway</html>'),
  'wrong-shape': ({ response }) =>
    send(response, 200, { results: 'none', hourly: { time: 'noon' } }),
  endless: ({ response }) => sendEndlessly(response),
  dropping: ({ response }) =>
    response
      .writeHead(200, { ...JSON_HEADERS, 'content-length': '5000' })
      .write('{"hourly":', () => response.destroy()),
  flaky: (handled) =>
    handled.nth % 2 === 1
      ? send(handled.response, 503, refusal('Service Unavailable'))
      : sendWhole(handled),
}
