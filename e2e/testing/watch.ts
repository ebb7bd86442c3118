import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'

// Chromium logs this for each 4xx response. Many journeys include refused calls.
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d /

// The app logs these messages when a call fails, even if only because the golfer left the page. Ignoring them
// hides no failure: Chromium logs a message of its own, which fails the journey unless the journey calls
// `tolerate`.
const FAILED_CALL = /^(Weather data unavailable|Failed to cleanup past tee times) /

export class Watch {
  readonly #origin: string
  readonly #problems: string[] = []
  readonly #tolerated: RegExp[] = [REFUSED_ANSWER, FAILED_CALL]

  constructor(url: string) {
    this.#origin = new URL(url).origin
  }

  tolerate(problem: RegExp): void {
    this.#tolerated.push(problem)
  }

  /** Records the problems in a browser context from now on. Returns a function that stops the recording. */
  record(context: BrowserContext): () => void {
    const onError = (event: WebError) => this.#note(`Uncaught: ${event.error().stack}`)
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#note(message.text())
    }
    const onRequest = (request: Request) => {
      const url = new URL(request.url())
      if (/^https?:$/.test(url.protocol) && url.origin !== this.#origin)
        this.#note(`A request to another origin: ${url.href}`)
    }
    context.on('weberror', onError).on('console', onConsole).on('request', onRequest)
    return () => {
      context.off('weberror', onError).off('console', onConsole).off('request', onRequest)
    }
  }

  problems(): readonly string[] {
    return this.#problems.filter(
      (problem) => !this.#tolerated.some((pattern) => pattern.test(problem)),
    )
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}

/** Runs in every page: logs violations of the content security policy, which a {@link Watch} records. */
export function logViolations(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`Content security policy: ${event.violatedDirective} blocks ${event.blockedURI}`)
  })
}
