import type { BrowserContext, ConsoleMessage, Request, WebError } from '@playwright/test'

// Chromium logs this for each 4xx response. Refusals are part of many journeys.
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d /

// The app logs these when a call fails, also when a page is left meanwhile. Chromium logs failed calls too,
// and a journey has to tolerate those.
const FAILED_CALL = /^(Weather data unavailable|Failed to cleanup past tee times) /

/** Records what must not happen on any phone: errors, warnings, blocked content, foreign requests. */
export class Watch {
  readonly #origin: string
  readonly #problems: string[] = []
  readonly #tolerated: RegExp[] = [REFUSED_ANSWER, FAILED_CALL]

  constructor(url: string) {
    this.#origin = new URL(url).origin
  }

  /** Ignores what this journey causes on purpose. */
  tolerate(problem: RegExp): void {
    this.#tolerated.push(problem)
  }

  /** Records what happens in a browser context from now on. Returns a function that stops it. */
  over(context: BrowserContext): () => void {
    const onError = (fault: WebError) => this.#note(`Uncaught: ${fault.error().stack}`)
    const onConsole = (message: ConsoleMessage) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#note(message.text())
    }
    const onRequest = (request: Request) => {
      const url = new URL(request.url())
      if (/^https?:$/.test(url.protocol) && url.origin !== this.#origin)
        this.#note(`A request to a stranger: ${url.href}`)
    }
    context.on('weberror', onError).on('console', onConsole).on('request', onRequest)
    return () => {
      context.off('weberror', onError).off('console', onConsole).off('request', onRequest)
    }
  }

  /** Returns the problems recorded so far. */
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
