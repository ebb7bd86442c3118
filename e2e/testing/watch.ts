import type { BrowserContext } from '@playwright/test'

// Chromium logs this for each 4xx response. Refusals are part of many journeys.
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d /

/** Records what must not happen on any phone: errors, warnings, blocked content, foreign requests. */
export class Watch {
  readonly #origin: string
  readonly #problems: string[] = []
  readonly #tolerated: RegExp[] = [REFUSED_ANSWER]

  constructor(url: string) {
    this.#origin = new URL(url).origin
  }

  /** Ignores what this journey causes on purpose. */
  tolerate(problem: RegExp): void {
    this.#tolerated.push(problem)
  }

  async over(context: BrowserContext): Promise<void> {
    context.on('weberror', (fault) => this.#note(`Uncaught: ${fault.error().stack}`))
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#note(message.text())
    })
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (/^https?:$/.test(url.protocol) && url.origin !== this.#origin)
        this.#note(`A request to a stranger: ${url.href}`)
    })
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(
          `Content security policy: ${event.violatedDirective} blocks ${event.blockedURI}`,
        )
      })
    })
  }

  /** Returns what has happened so far but shouldn't have. */
  problems(): readonly string[] {
    return this.#problems.filter(
      (problem) => !this.#tolerated.some((pattern) => pattern.test(problem)),
    )
  }

  #note(problem: string): void {
    this.#problems.push(problem)
  }
}
